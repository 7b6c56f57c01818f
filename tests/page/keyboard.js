// Getting about without a mouse.
import { eventually } from './tap.js';

/** @param {import('playwright-core').Locator} locator */
export function focused(locator) {
    return locator.evaluate((element) => element === document.activeElement);
}

/** @param {import('playwright-core').Locator} locator */
export function tabTo(locator) {
    return eventually(async () => {
        if (await focused(locator)) return true;
        await locator.page().keyboard.press('Tab');
        return focused(locator);
    }, 'the focus gets there by Tab');
}
