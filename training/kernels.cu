// Gomoku 15x15 freestyle: rules, tactical analysis, VCF solver and batched Gumbel tree search.
// One warp per game on the GPU (nvcc); the very same source builds for the CPU with g++ (warp size 1)
// so that every routine can be tested without a GPU.
#include <stdint.h>
#include <math.h>
#include <string.h>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define DEV __device__ __forceinline__
#define LANE ((int)(threadIdx.x & 31))
#define WS 32
#define SYNC() __syncwarp()
#define POPC(x) __popc(x)
#define FFS(x) (__ffs(x) - 1)
#define FULL 0xffffffffu
DEV int w_sum(int v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(FULL, v, o); return v; }
DEV float w_sumf(float v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(FULL, v, o); return v; }
DEV int w_max(int v) { for (int o = 16; o; o >>= 1) { int u = __shfl_xor_sync(FULL, v, o); v = u > v ? u : v; } return v; }
DEV float w_maxf(float v) { for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL, v, o)); return v; }
DEV unsigned w_or(unsigned v) { for (int o = 16; o; o >>= 1) v |= __shfl_xor_sync(FULL, v, o); return v; }
DEV unsigned w_ballot(int p) { return __ballot_sync(FULL, p); }
DEV int w_bcast(int v) { return __shfl_sync(FULL, v, 0); }
DEV float w_bcastf(float v) { return __shfl_sync(FULL, v, 0); }
#define EXPF(x) __expf(x)
#else
#define DEV static inline
#define LANE 0
#define WS 1
#define SYNC()
#define POPC(x) __builtin_popcount(x)
#define FFS(x) __builtin_ctz(x)
DEV int w_sum(int v) { return v; }
DEV float w_sumf(float v) { return v; }
DEV int w_max(int v) { return v; }
DEV float w_maxf(float v) { return v; }
DEV unsigned w_or(unsigned v) { return v; }
DEV unsigned w_ballot(int p) { return p ? 1u : 0u; }
DEV int w_bcast(int v) { return v; }
DEV float w_bcastf(float v) { return v; }
#define EXPF(x) expf(x)
#endif
// index of the maximum (ties: lowest index)
DEV int w_argmax(float v, int i) {
  float m = w_maxf(v);
  int c = (v == m && i >= 0) ? -i : -100000;
  return -w_max(c);
}

#define NC 225
#define NL 88      // 15 rows, 15 columns, 29 diagonals, 29 anti-diagonals
#define MAXD 16
#define MAXC 24
#define NPL 16     // input planes (padded)
#define NEG -1e30f

struct S {           // per-warp scratch
  uint32_t L[NL];    // stones of each line: low half black, high half white
  uint16_t five[2][NL], four[2][NL], win[2][NL], three[2][NL];
  uint8_t code[232];
  uint8_t cand[MAXD + 1][MAXC];
  uint8_t nc[MAXD + 1], ci[MAXD + 1], mv[MAXD + 1], rp[MAXD + 1];
};

struct Tree {
  uint32_t* lines;   // [B,N,88]
  float* logits;     // [B,N,225]
  int16_t* child;    // [B,N,225]
  int32_t* nvis;     // [B,N]
  float* wsum;       // [B,N]
  float* val;        // [B,N]
  int16_t* parent;   // [B,N]
  int16_t* pact;     // [B,N]
  int8_t* toplay;    // [B,N]
  int8_t* proven;    // [B,N] 0 open, 1 win for side to move, -1 loss, 2 draw
  int32_t* count;    // [B]
  int32_t* leaf;     // [B] leaf of this simulation (-1: none)
  int8_t* need;      // [B] leaf needs the network
  int32_t* best;     // [B] proven winning root move or -1
  float* gumbel;     // [B,225]
  uint16_t* planes;  // [B,225,16] bf16
  float* pol;        // [B,225] network output
  float* wdl;        // [B,3]   network output (probabilities)
  int32_t* sched;    // [n] considered visit counts
  int32_t* simctr;   // [1]
  uint32_t* glines;  // [B,88] game boards
  int8_t* gto;       // [B]
  float* pi;         // [B,225] improved policy
  float* rootv;      // [B]
  int32_t* act;      // [B]
  int32_t B, N, vcf_leaf, vcf_root;
  float c_visit, c_scale;
};

DEV int lid(int d, int r, int c) { return d == 0 ? r : d == 1 ? 15 + c : d == 2 ? 44 + r - c : 59 + r + c; }
DEV int lps(int d, int r, int c) { return d == 1 ? r : c; }
DEV unsigned lvalid(int l) {
  if (l < 30) return 0x7fffu;
  int lo, hi;
  if (l < 59) { int k = l - 44; lo = k < 0 ? -k : 0; hi = k < 0 ? 14 : 14 - k; }
  else { int k = l - 59; lo = k > 14 ? k - 14 : 0; hi = k > 14 ? 14 : k; }
  return ((2u << hi) - 1u) & ~((1u << lo) - 1u);
}
DEV int lcell(int l, int p) {
  if (l < 15) return l * 15 + p;
  if (l < 30) return p * 15 + (l - 15);
  if (l < 59) return (p + l - 44) * 15 + p;
  return (l - 59 - p) * 15 + p;
}
DEV unsigned fivemask(unsigned o, unsigned e) {
  unsigned m = 0;
#pragma unroll
  for (int k = 0; k < 5; k++) {
    unsigned w = e >> k;
#pragma unroll
    for (int j = 0; j < 5; j++) if (j != k) w &= o >> j;
    m |= w << k;
  }
  return m;
}
// ones: moves giving >=1 five-point on this line; twos: >=2 distinct five-points
DEV void fourmask(unsigned o, unsigned e, unsigned& ones, unsigned& twos) {
  ones = twos = 0;
#pragma unroll
  for (int d = 1; d < 5; d++) {
    unsigned P = 0, N = 0;
#pragma unroll
    for (int k = 0; k + d < 5; k++) {
      unsigned w = (e >> k) & (e >> (k + d));
#pragma unroll
      for (int j = 0; j < 5; j++) if (j != k && j != k + d) w &= o >> j;
      P |= w << k; N |= w << (k + d);
    }
    twos |= ones & P; ones |= P; twos |= ones & N & ~0u; ones |= N;
  }
}
DEV unsigned threemask(unsigned o, unsigned e) {  // moves after which a straight four is one move away
  unsigned m = 0, ends = e & (e >> 5);
  if (!ends) return 0;
#pragma unroll
  for (int a = 1; a < 4; a++)
#pragma unroll
    for (int b = a + 1; b < 5; b++) {
      unsigned w = ends & (e >> a) & (e >> b);
#pragma unroll
      for (int j = 1; j < 5; j++) if (j != a && j != b) w &= o >> j;
      m |= (w << a) | (w << b);
    }
  return m;
}
DEV void line_full(S& s, int l, int side) {
  uint32_t v = s.L[l];
  unsigned o = (v >> (16 * side)) & 0x7fff, f5 = 0, f4 = 0, f44 = 0, f3 = 0;
  if (POPC(o) >= 2) {
    unsigned e = lvalid(l) & ~(v | (v >> 16));
    f5 = fivemask(o, e); fourmask(o, e, f4, f44); f3 = threemask(o, e);
  }
  s.five[side][l] = f5; s.four[side][l] = f4; s.win[side][l] = f44; s.three[side][l] = f3;
}
DEV void analyze(S& s) {
  SYNC();
  for (int i = LANE; i < 2 * NL; i += WS) line_full(s, i >> 1, i & 1);
  SYNC();
}
DEV void put(S& s, int cell, int side) {  // toggles
  SYNC();
  int r = cell / 15, c = cell % 15;
  for (int d = LANE; d < 4; d += WS) s.L[lid(d, r, c)] ^= (1u << lps(d, r, c)) << (16 * side);
  SYNC();
}
// five-points of `side` on the four lines through cell: count, and one of them
DEV int fives_through(S& s, int side, int cell, int& where) {
  int r = cell / 15, c = cell % 15, n = 0, w = -1;
  for (int d = LANE; d < 4; d += WS) {
    int l = lid(d, r, c);
    uint32_t v = s.L[l];
    unsigned o = (v >> (16 * side)) & 0x7fff;
    if (POPC(o) >= 4) {
      unsigned m = fivemask(o, lvalid(l) & ~(v | (v >> 16)));
      if (m) { n += POPC(m); w = lcell(l, FFS(m)); }
    }
  }
  where = w_max(w);
  return w_sum(n);
}
DEV int occupied(const S& s, int r, int c) { uint32_t v = s.L[r]; return ((v | (v >> 16)) >> c) & 1; }
DEV int nfour(const S& s, int side, int r, int c, int& w) {
  int l0 = r, l1 = 15 + c, l2 = 44 + r - c, l3 = 59 + r + c;
  w = ((s.win[side][l0] >> c) | (s.win[side][l1] >> r) | (s.win[side][l2] >> c) | (s.win[side][l3] >> c)) & 1;
  int n = ((s.four[side][l0] >> c) & 1) + ((s.four[side][l1] >> r) & 1) + ((s.four[side][l2] >> c) & 1) + ((s.four[side][l3] >> c) & 1);
  if (n >= 2) w = 1;
  return n;
}
// per-cell tactical code relative to the side to move; returns OR of all codes
// bits: 1 own five, 2 opp five, 4 own win4, 8 opp win4, 16 own four, 32 opp four, 64 own three, 128 opp three
DEV unsigned codes(S& s, int to) {
  unsigned all = 0;
  for (int i = LANE; i < NC; i += WS) {
    int r = i / 15, c = i % 15, l2 = 44 + r - c, l3 = 59 + r + c;
    unsigned k = 0;
    if (!occupied(s, r, c))
      for (int q = 0; q < 2; q++) {
        int side = q ? 1 - to : to, w, n = nfour(s, side, r, c, w);
        unsigned f5 = ((s.five[side][r] >> c) | (s.five[side][15 + c] >> r) | (s.five[side][l2] >> c) | (s.five[side][l3] >> c)) & 1;
        unsigned f3 = ((s.three[side][r] >> c) | (s.three[side][15 + c] >> r) | (s.three[side][l2] >> c) | (s.three[side][l3] >> c)) & 1;
        k |= (f5 | (w << 2) | ((n > 0) << 4) | (f3 << 6)) << q;
      }
    s.code[i] = (uint8_t)k;
    all |= k;
  }
  SYNC();
  return w_or(all);
}
DEV void upd_att(S& s, int att, int c1, int c2) {  // refresh four/win of att on lines through two cells
  for (int i = LANE; i < 8; i += WS) {
    int cell = i < 4 ? c1 : c2, r = cell / 15, c = cell % 15, l = lid(i & 3, r, c);
    uint32_t v = s.L[l];
    unsigned o = (v >> (16 * att)) & 0x7fff, a = 0, b = 0;
    if (POPC(o) >= 3) fourmask(o, lvalid(l) & ~(v | (v >> 16)), a, b);
    s.four[att][l] = a; s.win[att][l] = b;
  }
  SYNC();
}
DEV int vcf_gen(S& s, int att, int depth, int must) {  // 1: immediate win4 found (move in mv[depth])
  int cnt = 0;
  for (int base = 0; base < NC; base += WS) {
    int i = base + LANE, n = 0, w = 0;
    if (i < NC) {
      n = nfour(s, att, i / 15, i % 15, w);
      if (must >= 0 && i != must) n = w = 0;
    }
    unsigned bw = w_ballot(w);
    if (bw) { if (LANE == 0) s.mv[depth] = (uint8_t)(base + FFS(bw)); SYNC(); return 1; }
    unsigned bn = w_ballot(n > 0);
    if (n > 0) { int p = cnt + POPC(bn & ((1u << LANE) - 1u)); if (p < MAXC) s.cand[depth][p] = (uint8_t)i; }
    cnt += POPC(bn);
  }
  if (LANE == 0) { s.nc[depth] = (uint8_t)(cnt < MAXC ? cnt : MAXC); s.ci[depth] = 0; }
  SYNC();
  return 0;
}
// Win by continuous fours. Needs analyze() done, no five-points on the board. Leaves L as found (four/win of
// att are restored too). Returns 1 and the first move when a win is found within the node budget.
DEV int vcf(S& s, int att, int budget, int& first) {
  int def = 1 - att, depth = 0, nodes = 0, res = 0;
  if (vcf_gen(s, att, 0, -1)) { first = s.mv[0]; return 1; }
  while (true) {
    if (s.ci[depth] >= s.nc[depth]) {
      if (depth == 0) break;
      depth--;
      int c = s.mv[depth], e = s.rp[depth];
      put(s, c, att); put(s, e, def); upd_att(s, att, c, e);
      if (LANE == 0) s.ci[depth]++;
      SYNC();
      continue;
    }
    if (nodes >= budget) break;
    nodes++;
    int c = s.cand[depth][s.ci[depth]], e, g;
    put(s, c, att);
    fives_through(s, att, c, e);
    put(s, e, def);
    int m = fives_through(s, def, e, g);
    upd_att(s, att, c, e);
    if (m >= 2 || depth + 1 >= MAXD) {
      put(s, c, att); put(s, e, def); upd_att(s, att, c, e);
      if (LANE == 0) s.ci[depth]++;
      SYNC();
      continue;
    }
    if (LANE == 0) { s.mv[depth] = (uint8_t)c; s.rp[depth] = (uint8_t)e; }
    SYNC();
    depth++;
    if (vcf_gen(s, att, depth, m == 1 ? g : -1)) { res = 1; first = s.mv[0]; break; }
  }
  while (depth > 0) {
    depth--;
    int c = s.mv[depth], e = s.rp[depth];
    put(s, c, att); put(s, e, def); upd_att(s, att, c, e);
  }
  return res;
}
// Plays `cell`, then every forced block of a five. Returns the status for the side `to` now to move:
// 0 open, 1 win, -1 loss, 2 draw. Codes are ready on return (for 0 and for a win by win4).
DEV int play_chain(S& s, int cell, int& to) {
  int e;
  put(s, cell, to); to ^= 1;
  for (int it = 0; it < NC; it++) {
    int n = fives_through(s, to ^ 1, cell, e);
    if (n >= 2) return -1;
    if (n == 0) break;
    cell = e; put(s, cell, to); to ^= 1;
  }
  analyze(s);
  unsigned all = codes(s, to);
  if (all & 4) return 1;
  int occ = 0;
  for (int r = LANE; r < 15; r += WS) { uint32_t v = s.L[r]; occ += POPC((v | (v >> 16)) & 0x7fff); }
  if (w_sum(occ) == NC) return 2;
  return 0;
}
DEV void write_planes(const S& s, int to, uint16_t* out) {
  for (int i = LANE; i < NC; i += WS) {
    int r = i / 15, c = i % 15;
    unsigned k = s.code[i];
    const unsigned one = 0x3F80u;
    unsigned own = (s.L[r] >> (16 * to + c)) & 1, opp = (s.L[r] >> (16 * (to ^ 1) + c)) & 1;
    uint32_t w[8];
    w[0] = (own ? one : 0u) | (opp ? one << 16 : 0u);
    w[1] = one | ((k & 1) ? one << 16 : 0u);
    w[2] = ((k & 2) ? one : 0u) | ((k & 4) ? one << 16 : 0u);
    w[3] = ((k & 8) ? one : 0u) | ((k & 16) ? one << 16 : 0u);
    w[4] = ((k & 32) ? one : 0u) | ((k & 64) ? one << 16 : 0u);
    w[5] = (k & 128) ? one : 0u;
    w[6] = w[7] = 0;
#ifdef __CUDACC__
    uint4* o4 = (uint4*)(out + (size_t)i * NPL);
    o4[0] = make_uint4(w[0], w[1], w[2], w[3]); o4[1] = make_uint4(w[4], w[5], w[6], w[7]);
#else
    memcpy(out + (size_t)i * NPL, w, 32);
#endif
  }
}
// Candidates: empty and within Chebyshev distance 3 of a stone. While there are three stones or fewer the whole
// board counts, for a lone stone in a corner is best answered far from it.
DEV int legal_row(const S& s, int r) {
  unsigned m = 0;
  int stones = 0;
  for (int q = 0; q < 15; q++) {
    uint32_t v = s.L[q];
    unsigned o = (v | (v >> 16)) & 0x7fff;
    stones += POPC(o);
    if (q >= r - 3 && q <= r + 3) m |= o;
  }
  m |= (m << 1) | (m >> 1); m |= (m << 2) | (m >> 2);
  if (stones <= 3) m = 0x7fff;
  uint32_t v = s.L[r];
  return m & 0x7fff & ~(v | (v >> 16));
}

// ---------------------------------------------------------------- per-game routines
DEV void load(S& s, const uint32_t* g) { SYNC(); for (int i = LANE; i < NL; i += WS) s.L[i] = g[i]; SYNC(); }
DEV void store(const S& s, uint32_t* g) { for (int i = LANE; i < NL; i += WS) g[i] = s.L[i]; }

DEV void g_root_init(S& s, const Tree& t, int b) {
  size_t n0 = (size_t)b * t.N;
  load(s, t.glines + (size_t)b * NL);
  store(s, t.lines + n0 * NL);
  int to = t.gto[b], first = -1, won = 0;
  analyze(s);
  unsigned all = codes(s, to);
  write_planes(s, to, t.planes + (size_t)b * NC * NPL);
  int forced = 0;
  if (all & 3) {  // not met in self-play (boards there are quiet): take five, else block five
    int w = -1;
    for (int i = LANE; i < NC; i += WS) if (s.code[i] & ((all & 1) ? 1 : 2)) w = i;
    first = w_max(w); won = 1; forced = (all & 1) ? 0 : 256;
  } else if (all & 4) {
    int w = -1;
    for (int i = LANE; i < NC; i += WS) if (s.code[i] & 4) w = i;
    first = w_max(w); won = 1;
  } else if (t.vcf_root > 0 && (all & 16)) won = vcf(s, to, t.vcf_root, first);
  for (int i = LANE; i < NC; i += WS) t.child[n0 * NC + i] = -1;
  if (LANE == 0) {
    t.nvis[n0] = 0; t.wsum[n0] = 0; t.parent[n0] = -1; t.pact[n0] = -1; t.toplay[n0] = (int8_t)to;
    t.proven[n0] = (int8_t)won; t.count[b] = 1; t.leaf[b] = 0; t.need[b] = 1; t.best[b] = won ? first | forced : -1;
    if (b == 0) t.simctr[0] = 0;
  }
}
// q of a child in [0,1] from the parent's side
DEV float childq(const Tree& t, size_t n0, int ch, int to) {
  float q = t.wsum[n0 + ch] / (float)t.nvis[n0 + ch];
  if (t.toplay[n0 + ch] != to) q = -q;
  return 0.5f * (q + 1.f);
}
#ifdef __CUDACC__
#define SLOTS 8
#else
#define SLOTS 225
#endif
struct NodeStat { float lg[SLOTS], q[SLOTS]; int n[SLOTS]; float scale, vmix; int sumn; };
// loads logits, visits and completed q of one node; lg becomes the improved logit if `improve`
DEV void node_stats(const Tree& t, size_t n0, int node, NodeStat& z, float* probs) {
  size_t base = (n0 + node) * NC;
  int to = t.toplay[n0 + node];
  float mx = NEG; int sumn = 0, maxn = 0;
#pragma unroll
  for (int k = 0; k < SLOTS; k++) {
    int i = k * WS + LANE; z.lg[k] = NEG; z.n[k] = 0; z.q[k] = 0;
    if (i < NC) {
      z.lg[k] = t.logits[base + i];
      int ch = t.child[base + i];
      if (ch >= 0) { z.n[k] = t.nvis[n0 + ch]; if (z.n[k] > 0) z.q[k] = childq(t, n0, ch, to); }
    }
    mx = fmaxf(mx, z.lg[k]); sumn += z.n[k]; maxn = z.n[k] > maxn ? z.n[k] : maxn;
  }
  mx = w_maxf(mx); sumn = w_sum(sumn); maxn = w_max(maxn);
  float den = 0, pv = 0, pq = 0;
#pragma unroll
  for (int k = 0; k < SLOTS; k++) {
    float p = z.lg[k] > NEG * 0.5f ? EXPF(z.lg[k] - mx) : 0.f;
    den += p;
    if (z.n[k] > 0) { pv += p; pq += p * z.q[k]; }
  }
  den = w_sumf(den); pv = w_sumf(pv); pq = w_sumf(pq);
  float v = 0.5f * (t.val[n0 + node] + 1.f);
  z.vmix = pv > 1e-12f ? (v + (float)sumn * pq / pv) / (1.f + (float)sumn) : v;
  z.scale = (t.c_visit + (float)maxn) * t.c_scale;
  z.sumn = sumn;
  if (probs) {  // improved policy
    float m2 = NEG;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
      probs[k] = z.lg[k] > NEG * 0.5f ? z.lg[k] + z.scale * (z.n[k] > 0 ? z.q[k] : z.vmix) : NEG;
      m2 = fmaxf(m2, probs[k]);
    }
    m2 = w_maxf(m2);
    float d2 = 0;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) { probs[k] = probs[k] > NEG * 0.5f ? EXPF(probs[k] - m2) : 0.f; d2 += probs[k]; }
    d2 = w_sumf(d2);
#pragma unroll
    for (int k = 0; k < SLOTS; k++) probs[k] /= d2;
  }
}
DEV void g_select(S& s, const Tree& t, int b) {
  size_t n0 = (size_t)b * t.N;
  if (t.proven[n0] == 1) { if (LANE == 0) { t.leaf[b] = -1; t.need[b] = 0; } return; }
  int node = 0, cv = t.sched[t.simctr[0]];
  for (int depth = 0; depth < 256; depth++) {
    NodeStat z; float pr[SLOTS];
    float bs = -3e38f; int bi = -1;
    if (node == 0) {
      node_stats(t, n0, 0, z, nullptr);
#pragma unroll
      for (int k = 0; k < SLOTS; k++) {
        int i = k * WS + LANE;
        if (i < NC && z.lg[k] > NEG * 0.5f) {
          float sc = z.lg[k] + t.gumbel[(size_t)b * NC + i] + z.scale * (z.n[k] > 0 ? z.q[k] : z.vmix);
          if (z.n[k] != cv) sc -= 1e6f * fabsf((float)(z.n[k] - cv));
          if (sc > bs) { bs = sc; bi = i; }
        }
      }
    } else {
      node_stats(t, n0, node, z, pr);
#pragma unroll
      for (int k = 0; k < SLOTS; k++) {
        int i = k * WS + LANE;
        if (i < NC && z.lg[k] > NEG * 0.5f) {
          float sc = pr[k] - (float)z.n[k] / (1.f + (float)z.sumn);
          if (sc > bs) { bs = sc; bi = i; }
        }
      }
    }
    int a = w_argmax(bs, bi);
    if (a < 0 || a >= NC) { if (LANE == 0) { t.leaf[b] = -1; t.need[b] = 0; } return; }
    size_t ce = (n0 + node) * NC + a;
    int ch = t.child[ce];
    if (ch < 0) {
      ch = t.count[b];
      int to = t.toplay[n0 + node];
      load(s, t.lines + (n0 + node) * NL);
      int st = play_chain(s, a, to), f;
      if (st == 0) {
        store(s, t.lines + (n0 + ch) * NL);
        write_planes(s, to, t.planes + (size_t)b * NC * NPL);
        if (t.vcf_leaf > 0) {
          int any = 0;
          for (int i = LANE; i < NC; i += WS) any |= s.code[i] & 16;
          if (w_or(any) && vcf(s, to, t.vcf_leaf, f)) st = 1;
        }
      }
      for (int i = LANE; i < NC; i += WS) t.child[(n0 + ch) * NC + i] = -1;
      SYNC();
      if (LANE == 0) {
        t.child[ce] = (int16_t)ch; t.nvis[n0 + ch] = 0; t.wsum[n0 + ch] = 0; t.val[n0 + ch] = 0;
        t.parent[n0 + ch] = (int16_t)node; t.pact[n0 + ch] = (int16_t)a; t.toplay[n0 + ch] = (int8_t)to;
        t.proven[n0 + ch] = (int8_t)st; t.count[b] = ch + 1; t.leaf[b] = ch; t.need[b] = st == 0;
      }
      return;
    }
    node = ch;
    if (t.proven[n0 + node] != 0) { if (LANE == 0) { t.leaf[b] = node; t.need[b] = 0; } return; }
  }
}
DEV void g_backup(S& s, const Tree& t, int b) {
  size_t n0 = (size_t)b * t.N;
  int leaf = t.leaf[b];
  if (b == 0 && LANE == 0 && t.nvis[n0] > 0) t.simctr[0] += 1;
  if (leaf < 0) return;
  float v;
  if (t.need[b]) {
    SYNC();
    for (int i = LANE; i < 15; i += WS) s.L[i] = t.lines[(n0 + leaf) * NL + i];
    SYNC();
    for (int r = LANE; r < 15; r += WS) s.five[0][r] = (uint16_t)legal_row(s, r);
    SYNC();
    for (int i = LANE; i < NC; i += WS)
      t.logits[(n0 + leaf) * NC + i] = ((s.five[0][i / 15] >> (i % 15)) & 1) ? t.pol[(size_t)b * NC + i] : NEG;
    v = t.wdl[b * 3] - t.wdl[b * 3 + 2];
    if (LANE == 0) t.val[n0 + leaf] = v;
  } else {
    int p = t.proven[n0 + leaf];
    v = p == 2 ? 0.f : (float)p;
  }
  if (LANE != 0) return;
  int node = leaf, pv = t.proven[n0 + leaf];
  while (true) {
    t.nvis[n0 + node] += 1; t.wsum[n0 + node] += v;
    int par = t.parent[n0 + node];
    if (par < 0) break;
    int same = t.toplay[n0 + par] == t.toplay[n0 + node];
    if (!same) v = -v;
    if (pv == 1 || pv == -1) {
      pv = same ? pv : -pv;
      if (pv == 1) { t.proven[n0 + par] = 1; v = 1.f; if (par == 0) t.best[b] = t.pact[n0 + node]; }
      else pv = 0;
    }
    node = par;
  }
}
DEV void g_finish(const Tree& t, int b) {
  size_t n0 = (size_t)b * t.N;
  NodeStat z; float pr[SLOTS];
  node_stats(t, n0, 0, z, pr);
  int best = t.best[b], maxn = 0, forced = best >= 256;
  if (forced) best &= 255;
  float rv = 0;
#pragma unroll
  for (int k = 0; k < SLOTS; k++) { maxn = z.n[k] > maxn ? z.n[k] : maxn; rv += pr[k] * (z.n[k] > 0 ? z.q[k] : z.vmix); }
  maxn = w_max(maxn); rv = 2.f * w_sumf(rv) - 1.f;
  float bs = -3e38f; int bi = -1;
#pragma unroll
  for (int k = 0; k < SLOTS; k++) {
    int i = k * WS + LANE;
    if (i < NC) {
      t.pi[(size_t)b * NC + i] = best >= 0 ? (i == best ? 1.f : 0.f) : pr[k];
      if (z.lg[k] > NEG * 0.5f && z.n[k] == maxn) {
        float sc = z.lg[k] + t.gumbel[(size_t)b * NC + i] + z.scale * z.q[k];
        if (sc > bs) { bs = sc; bi = i; }
      }
    }
  }
  int a = w_argmax(bs, bi);
  if (a < 0 || a >= NC) a = -1;
  if (LANE == 0) { t.act[b] = best >= 0 ? best : a; t.rootv[b] = forced ? t.val[n0] : best >= 0 ? 1.f : rv; }
}
// plays act[b] (skipped when act<0) on the game board; status[b] for the new side to move
DEV void g_apply(S& s, uint32_t* glines, int8_t* gto, const int32_t* act, int8_t* status, int b) {
  int a = act[b];
  if (a < 0) return;
  load(s, glines + (size_t)b * NL);
  int to = gto[b], st = play_chain(s, a, to);
  store(s, glines + (size_t)b * NL);
  if (LANE == 0) { gto[b] = (int8_t)to; status[b] = (int8_t)st; }
}
// opening candidates: k[b] stones at mv[b,*] (repeats skipped), alternating colours; status 0 = quiet
DEV void g_opening(S& s, uint32_t* lines, int8_t* gto, const int32_t* mv, const int32_t* kk, int K, int8_t* status, int b) {
  SYNC(); for (int i = LANE; i < NL; i += WS) s.L[i] = 0; SYNC();
  int to = 0, k = kk[b];
  for (int i = 0; i < k && i < K; i++) {
    int m = mv[(size_t)b * K + i];
    if (occupied(s, m / 15, m % 15)) continue;
    SYNC(); put(s, m, to); to ^= 1;
  }
  analyze(s);
  unsigned all = codes(s, to);
  store(s, lines + (size_t)b * NL);
  if (LANE == 0) { gto[b] = (int8_t)to; status[b] = (all & 7) ? 1 : 0; }
}
// The board of `rows` under symmetry sym[b]: perm[sym][cell'] = source cell.
DEV void load_rows(S& s, const uint32_t* rows, int rstride, const int32_t* sym, const int32_t* perm, int b) {
  const uint32_t* R = rows + (size_t)b * rstride;
  const int32_t* P = perm + (sym ? sym[b] : 0) * NC;
  SYNC(); for (int i = LANE; i < NL; i += WS) s.L[i] = 0; SYNC();
  for (int l = LANE; l < NL; l += WS) {
    unsigned va = lvalid(l); uint32_t v = 0;
    for (int p = 0; p < 15; p++) if ((va >> p) & 1) {
      int src = P[lcell(l, p)]; uint32_t rr = R[src / 15] >> (src % 15);
      v |= ((rr & 1u) | (rr & 0x10000u)) << p;
    }
    s.L[l] = v;
  }
  SYNC();
}
// board rows -> planes under symmetry sym[b] (perm[sym][cell'] = source cell); codes optionally out
DEV void g_feat(S& s, const uint32_t* rows, int rstride, const int8_t* to, const int32_t* sym, const int32_t* perm,
                uint16_t* planes, uint8_t* code_out, int b) {
  load_rows(s, rows, rstride, sym, perm, b);
  analyze(s);
  codes(s, to[b]);
  if (planes) write_planes(s, to[b], planes + (size_t)b * NC * NPL);
  if (code_out) for (int i = LANE; i < NC; i += WS) code_out[(size_t)b * NC + i] = s.code[i];
}
DEV void g_vcf(S& s, const uint32_t* glines, const int8_t* to, int budget, int32_t* out, int b) {
  load(s, glines + (size_t)b * NL);
  analyze(s);
  unsigned all = codes(s, to[b]);
  int first = -1, w = 0;
  if (!(all & 3)) w = vcf(s, to[b], budget, first);
  int bad = 0;  // board must be restored
  for (int i = LANE; i < NL; i += WS) bad |= s.L[i] != glines[(size_t)b * NL + i];
  if (w_or(bad)) first = -2;
  if (LANE == 0) out[b] = (w || first == -2) ? first : -1;
}
// One arm of the line through a point, from the point outwards, as a number: digits 0 empty, 1 own, 2 other to the
// base 3, lowest first, after all shorter arms. It ends at the border. See training/codebook.py, which says the same.
DEV int arm_code(unsigned own, unsigned other, unsigned valid, int p, int step, int reach) {
  int code = 0, power = 1;
  for (int j = 1; j <= reach; j++) {
    int q = p + step * j;
    if (q < 0 || !((valid >> q) & 1)) break;
    code += power * (int)(((own >> q) & 1) + 2 * ((other >> q) & 1));
    power *= 3;
  }
  return code + (power - 1) / 2;
}
// Numbers of the lines through every point: out[b][point][half][direction], first the half in which the side to
// move is "own". Candidates as bytes to legal[b][point], if wanted. `rows` as for g_feat.
DEV void g_lines(S& s, const uint32_t* rows, int rstride, const int8_t* to, const int32_t* sym, const int32_t* perm, int reach,
                 int32_t* out, uint8_t* legal, int b) {
  load_rows(s, rows, rstride, sym, perm, b);
  int arms = 0;
  for (int j = 0, power = 1; j <= reach; j++, power *= 3) arms += power;
  for (int i = LANE; i < NC; i += WS) {
    int r = i / 15, c = i % 15;
    for (int d = 0; d < 4; d++) {
      int l = lid(d, r, c), p = lps(d, r, c);
      unsigned valid = lvalid(l);
      for (int half = 0; half < 2; half++) {
        int side = half ? 1 - to[b] : to[b];
        unsigned own = (s.L[l] >> (16 * side)) & 0x7fff, other = (s.L[l] >> (16 * (1 - side))) & 0x7fff;
        int centre = (int)(((own >> p) & 1) + 2 * ((other >> p) & 1));
        out[(((size_t)b * NC + i) * 2 + half) * 4 + d] =
            (centre * arms + arm_code(own, other, valid, p, -1, reach)) * arms + arm_code(own, other, valid, p, 1, reach);
      }
    }
  }
  if (!legal) return;
  SYNC();
  for (int r = LANE; r < 15; r += WS) s.five[0][r] = (uint16_t)legal_row(s, r);
  SYNC();
  for (int i = LANE; i < NC; i += WS) legal[(size_t)b * NC + i] = (s.five[0][i / 15] >> (i % 15)) & 1;
}
// game b ended with `status` for side gto[b]: label its samples in the ring [T,B]
DEV void g_label(const int8_t* done, const int8_t* winner, const int32_t* start, int now, int T, int B,
                 const int8_t* sto, int8_t* z, int b) {
  if (!done[b]) return;
  int t0 = start[b];
  if (now - t0 >= T) t0 = now - T + 1;
  for (int i = t0 + LANE; i <= now; i += WS) {
    size_t k = (size_t)(i % T) * B + b;
    z[k] = winner[b] == 2 ? 0 : (winner[b] == sto[k] ? 1 : -1);
  }
}

// ---------------------------------------------------------------- launchers
#ifdef __CUDACC__
#define WPB 4
#define KERNEL(name, params, call) \
  __global__ void __launch_bounds__(32 * WPB) k_##name params { \
    __shared__ S sh[WPB]; int b = blockIdx.x * WPB + (threadIdx.x >> 5); if (b >= B) return; S& s = sh[threadIdx.x >> 5]; (void)s; call; }
#define LAUNCH(name, args) k_##name<<<(B + WPB - 1) / WPB, 32 * WPB, 0, (cudaStream_t)st>>> args; return (int)cudaGetLastError();
#else
#define KERNEL(name, params, call) static void k_##name params { S s; memset(&s, 0, sizeof s); for (int b = 0; b < B; b++) { call; } }
#define LAUNCH(name, args) (void)st; k_##name args; return 0;
#endif
#define EX extern "C" int
KERNEL(root_init, (Tree t, int B), g_root_init(s, t, b))
KERNEL(select, (Tree t, int B), g_select(s, t, b))
KERNEL(backup, (Tree t, int B), g_backup(s, t, b))
KERNEL(finish, (Tree t, int B), g_finish(t, b))
KERNEL(apply, (uint32_t* g, int8_t* to, const int32_t* a, int8_t* x, int B), g_apply(s, g, to, a, x, b))
KERNEL(opening, (uint32_t* g, int8_t* to, const int32_t* mv, const int32_t* kk, int K, int8_t* x, int B), g_opening(s, g, to, mv, kk, K, x, b))
KERNEL(feat, (const uint32_t* rows, int rs, const int8_t* to, const int32_t* sym, const int32_t* perm, uint16_t* pl, uint8_t* co, int B), g_feat(s, rows, rs, to, sym, perm, pl, co, b))
KERNEL(lines, (const uint32_t* rows, int rs, const int8_t* to, const int32_t* sym, const int32_t* perm, int reach, int32_t* out, uint8_t* legal, int B), g_lines(s, rows, rs, to, sym, perm, reach, out, legal, b))
KERNEL(vcf, (const uint32_t* g, const int8_t* to, int budget, int32_t* out, int B), g_vcf(s, g, to, budget, out, b))
KERNEL(label, (const int8_t* done, const int8_t* win, const int32_t* start, int now, int T, const int8_t* sto, int8_t* z, int B), g_label(done, win, start, now, T, B, sto, z, b))
EX c_root_init(Tree* t, void* st) { int B = t->B; LAUNCH(root_init, (*t, B)) }
EX c_select(Tree* t, void* st) { int B = t->B; LAUNCH(select, (*t, B)) }
EX c_backup(Tree* t, void* st) { int B = t->B; LAUNCH(backup, (*t, B)) }
EX c_finish(Tree* t, void* st) { int B = t->B; LAUNCH(finish, (*t, B)) }
EX c_apply(uint32_t* g, int8_t* to, const int32_t* a, int8_t* x, int B, void* st) { LAUNCH(apply, (g, to, a, x, B)) }
EX c_opening(uint32_t* g, int8_t* to, const int32_t* mv, const int32_t* kk, int K, int8_t* x, int B, void* st) { LAUNCH(opening, (g, to, mv, kk, K, x, B)) }
EX c_feat(const uint32_t* rows, int rs, const int8_t* to, const int32_t* sym, const int32_t* perm, uint16_t* pl, uint8_t* co, int B, void* st) { LAUNCH(feat, (rows, rs, to, sym, perm, pl, co, B)) }
EX c_lines(const uint32_t* rows, int rs, const int8_t* to, const int32_t* sym, const int32_t* perm, int reach, int32_t* out, uint8_t* legal, int B, void* st) { LAUNCH(lines, (rows, rs, to, sym, perm, reach, out, legal, B)) }
EX c_vcf(const uint32_t* g, const int8_t* to, int budget, int32_t* out, int B, void* st) { LAUNCH(vcf, (g, to, budget, out, B)) }
EX c_label(const int8_t* done, const int8_t* win, const int32_t* start, int now, int T, const int8_t* sto, int8_t* z, int B, void* st) { LAUNCH(label, (done, win, start, now, T, sto, z, B)) }
