// Somebody without a browser, over the API: an opponent that answers at once, and games to look at.
export class Player {
    #cookie = '';

    static async enter(url, name = '') {
        const player = new Player();
        player.url = url;
        player.me = await player.post('session');
        if (name) player.me = await player.post('register', { name, password: 'correct horse' });
        return player;
    }

    async ask(method, path, body) {
        const headers = { Origin: this.url, 'Content-Type': 'application/json', Cookie: this.#cookie };
        const response = await fetch(`${this.url}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
        this.#cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? this.#cookie;
        const answer = await response.json();
        if (!response.ok) throw new Error(`${path}: ${answer.error.text}`);
        return answer;
    }

    get(path) {
        return this.ask('GET', path);
    }

    post(path, body = {}) {
        return this.ask('POST', path, body);
    }

    /** For a visitor who is to be this person. */
    get cookie() {
        const [name, value] = this.#cookie.split('=');
        return { name, value, url: this.url };
    }

    act(game, word, more = {}) {
        return this.post(`games/${game}`, { do: word, ...more });
    }

    async play(game, move) {
        const { ply, line } = await this.get(`games/${game}`);
        return this.act(game, 'play', { ply, line, move });
    }

    /** Once it is this player's turn. */
    async answer(game, move) {
        let state = await this.get(`games/${game}`);
        while (state.turn && state.turn.seat !== state.you) state = await this.get(`games/${game}?after=${state.seq}`);
        return this.act(game, 'play', { ply: state.ply, line: state.line, move });
    }
}

/** A whole game between two players, move by move. */
export async function playGame(black, white, moves, setup = {}) {
    const { game } = await black.post('games', { opponent: 'link', color: 'black', ...setup });
    await white.act(game, 'join');
    for (const [i, move] of moves.entries()) await (i % 2 ? white : black).play(game, move);
    return game;
}
