// Somebody on the way through a lesson: which step, what lies on the board, what was right or wrong. Knows no document.

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */
/** @typedef {'asks' | 'waits' | 'wrong' | 'right'} Status */

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Lesson} lesson
 * @param {number} from the step to begin with
 * @param {object} helpers
 * @param {() => Promise<void>} helpers.pause before the other side answers
 * @param {(steps: number) => void} helpers.done so many steps are behind
 * @param {() => void} helpers.change something is to be drawn
 */
export function createWalk(lesson, from, helpers) {
    let at = from;
    let stage = 0;
    /** @type {Status} */
    let status = 'asks';
    /** @type {Placed[]} */
    let right = []; // stones that stay
    /** @type {Placed[]} */
    let tried = []; // stones of a wrong answer
    /** @type {string | null} */
    let option = null;
    let hints = 0;
    let turn = 0; // whatever was under way is dropped when it changes

    const step = () => lesson.steps[at];
    const asked = () => step().stages?.[stage] ?? null;
    const own = () => step().setting.turn;

    /** @param {Status} next */
    function enter(next) {
        status = next;
        if (next === 'right') helpers.done(at + 1);
        helpers.change();
    }

    /** @param {Placed} stone @param {'right' | 'tried'} where */
    async function answer(stone, where) {
        const mine = turn;
        enter('waits');
        await helpers.pause();
        if (mine !== turn) return false;
        if (where === 'right') right = [...right, stone];
        else tried = [...tried, stone];
        return true;
    }

    /** @param {string} point */
    async function pick(point) {
        const wanted = asked();
        if (!wanted || status !== 'asks') return;
        turn++;
        const unseen = wanted.goal === 'bump' || wanted.goal === 'deduce'; // the stone was there already
        if (!wanted.answers.includes(point)) {
            tried = unseen ? [] : [{ point, color: own() }];
            if (wanted.punished && !(await answer({ point: wanted.punished, color: other(own()) }, 'tried'))) return;
            enter('wrong');
            return;
        }
        right = [...right, { point, color: unseen ? other(own()) : own() }];
        if (wanted.reply && !(await answer({ point: wanted.reply, color: other(own()) }, 'right'))) return;
        stage++;
        hints = 0;
        enter(asked() ? 'asks' : 'right');
    }

    /** @param {number} to */
    function enterStep(to) {
        turn++;
        [at, stage, right, tried, option, hints] = [to, 0, [], [], null, 0];
        enter('asks');
    }

    return {
        lesson,
        pick,
        /** @param {string} name an answer in words */
        choose(name) {
            const chosen = step().options?.find((o) => o.name === name);
            if (!chosen) return;
            option = name;
            enter(chosen.right ? 'right' : 'wrong');
        },
        again() {
            turn++;
            [tried, option] = [[], null];
            enter('asks');
        },
        hint() {
            hints++;
            helpers.change();
        },
        next: () => enterStep(Math.min(at + 1, lesson.steps.length - 1)),
        jump: enterStep,
        now: () => ({
            at, step: step(), stage, asked: asked(), status, hints, option, own: own(),
            stones: [...right, ...tried],
            isLast: at === lesson.steps.length - 1,
        }),
    };
}

/** @typedef {ReturnType<typeof createWalk>} Walk */
