// API client: a player without a browser, who replies at once. Each has its own loopback address, because the server's
// limits are per address.
import { request } from 'node:http';

let players = 0;

/** @returns {Promise<{status: number, cookie: string, text: string}>} */
function exchange(url, options, body) {
    return new Promise((done, fail) => {
        const asked = request(url, options, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part) => (text += part)).on('error', fail).on('end', () =>
                done({ status: answer.statusCode, cookie: answer.headers['set-cookie']?.[0].split(';')[0] ?? '', text }));
        });
        asked.on('error', fail).end(body);
    });
}

export class Player {
    #cookie = '';
    #address = `127.2.0.${++players % 250 + 1}`;

    static async enter(url, name = '') {
        const player = new Player();
        player.url = url;
        player.me = await player.post('session');
        if (name) player.me = await player.post('register', { name, password: 'correct horse' });
        return player;
    }

    async ask(method, path, body) {
        const headers = { Origin: this.url, 'Content-Type': 'application/json', Cookie: this.#cookie };
        // One connection per request, so that the server can close idle ones or be killed without breaking a test.
        const options = { method, headers, localAddress: this.#address, agent: false };
        const { status, cookie, text } = await exchange(`${this.url}/api/${path}`, options, body && JSON.stringify(body));
        this.#cookie = cookie || this.#cookie;
        const answer = JSON.parse(text);
        if (status >= 400) throw new Error(`${path}: ${answer.error.text}`);
        return answer;
    }

    get(path) {
        return this.ask('GET', path);
    }

    post(path, body = {}) {
        return this.ask('POST', path, body);
    }

    /** Cookie for a visitor to act as this player. */
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

    /** Plays when the game has started and it is this player's turn. */
    async answer(game, move) {
        let state = await this.get(`games/${game}`);
        while (state.state === 'waiting' || (state.turn && state.turn.seat !== state.you)) state = await this.get(`games/${game}?after=${state.seq}`);
        return this.act(game, 'play', { ply: state.ply, line: state.line, move });
    }
}

/** Plays a whole game between two players. */
export async function playGame(black, white, moves, setup = {}) {
    const { game } = await black.post('games', { opponent: 'link', color: 'black', ...setup });
    await white.act(game, 'join');
    for (const [i, move] of moves.entries()) await (i % 2 ? white : black).play(game, move);
    return game;
}
