// Lesson session: a state machine for the current step, the stones on the board and the answers. Does not use the DOM.

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */
/** @typedef {'asks' | 'waits' | 'wrong' | 'right'} Status */

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Lesson} lesson
 * @param {number} from the first step
 * @param {object} helpers
 * @param {() => Promise<void>} helpers.pause before the other side answers
 * @param {(steps: number) => void} helpers.done called with the number of completed steps
 * @param {() => void} helpers.change called when something must be redrawn
 */
export function createLessonSession(lesson, from, helpers) {
    let at = from;
    let stage = 0;
    /** @type {Status} */
    let status = 'asks';
    /** @type {Placed[]} */
    let right = []; // correct stones, which stay
    /** @type {Placed[]} */
    let tried = []; // stones of a wrong answer
    /** @type {string | null} */
    let option = null;
    let hints = 0;
    let generation = 0; // incremented to cancel async work in progress

    const step = () => lesson.steps[at];
    const task = () => step().stages?.[stage] ?? null;
    const ownColor = () => step().setting.turn;

    /** @param {Status} next */
    function setStatus(next) {
        status = next;
        if (next === 'right') helpers.done(at + 1);
        helpers.change();
    }

    /** @param {Placed} stone @param {'right' | 'tried'} where */
    async function placeReply(stone, where) {
        const started = generation;
        setStatus('waits');
        await helpers.pause();
        if (started !== generation) return false;
        if (where === 'right') right = [...right, stone];
        else tried = [...tried, stone];
        return true;
    }

    /** @param {string} point */
    async function pick(point) {
        const wanted = task();
        if (!wanted || status !== 'asks') return;
        generation++;
        const unseen = wanted.goal === 'bump' || wanted.goal === 'deduce'; // the stone is already there, but hidden
        if (!wanted.answers.includes(point)) {
            tried = unseen ? [] : [{ point, color: ownColor() }];
            if (wanted.punished && !(await placeReply({ point: wanted.punished, color: other(ownColor()) }, 'tried'))) return;
            setStatus('wrong');
            return;
        }
        right = [...right, { point, color: unseen ? other(ownColor()) : ownColor() }];
        if (wanted.reply && !(await placeReply({ point: wanted.reply, color: other(ownColor()) }, 'right'))) return;
        stage++;
        hints = 0;
        setStatus(task() ? 'asks' : 'right');
    }

    /** @param {number} to */
    function goToStep(to) {
        generation++;
        [at, stage, right, tried, option, hints] = [to, 0, [], [], null, 0];
        setStatus('asks');
    }

    return {
        lesson,
        pick,
        /** @param {string} name of an option */
        choose(name) {
            const chosen = step().options?.find((o) => o.name === name);
            if (!chosen) return;
            option = name;
            setStatus(chosen.right ? 'right' : 'wrong');
        },
        again() {
            generation++;
            [tried, option] = [[], null];
            setStatus('asks');
        },
        hint() {
            hints++;
            helpers.change();
        },
        next: () => goToStep(Math.min(at + 1, lesson.steps.length - 1)),
        jump: goToStep,
        state: () => ({
            at, step: step(), stage, task: task(), status, hints, option, ownColor: ownColor(),
            stones: [...right, ...tried],
            isLast: at === lesson.steps.length - 1,
        }),
    };
}

/** @typedef {ReturnType<typeof createLessonSession>} LessonSession */
