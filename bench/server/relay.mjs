// Baseline of the server benchmark: a relay with ws on Node that forwards moves to both players of a room. It does
// not validate or store anything.
import { WebSocketServer } from 'ws';

const rooms = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });

server.on('connection', (socket) => {
    let room = null;
    socket.on('message', (data) => {
        const message = JSON.parse(data);
        if (message.do === 'watch') {
            room = rooms.get(message.game) ?? new Set();
            rooms.set(message.game, room.add(socket));
        } else if (message.do === 'play') {
            const told = JSON.stringify({ is: 'moved', game: message.game, ply: message.ply + 1, move: message.move });
            for (const other of room) other.send(told);
        }
        socket.send(JSON.stringify({ is: 'ok', to: message.id }));
    });
    socket.on('close', () => room?.delete(socket));
});
server.on('listening', () => console.log(`http://127.0.0.1:${server.address().port}`));
