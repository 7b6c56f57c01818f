// Keyboard navigation helpers.
import { eventually } from './tap.js';

/** @param {import('playwright-core').Locator} locator */
export function focused(locator) {
    return locator.evaluate((element) => element === document.activeElement);
}

/**
 * Waits until it has the focus: disabled buttons cannot take it, such as "Analyse" until the position is known.
 * @param {import('playwright-core').Locator} locator
 */
export function focusOn(locator) {
    return eventually(async () => {
        await locator.focus();
        return focused(locator);
    }, 'it takes the focus');
}

/** @param {import('playwright-core').Locator} locator */
export function tabTo(locator) {
    return eventually(async () => {
        if (await focused(locator)) return true;
        await locator.page().keyboard.press('Tab');
        return focused(locator);
    }, 'the focus gets there by Tab');
}
