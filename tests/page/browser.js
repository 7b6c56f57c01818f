// Which browser the page is tried in.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

// The shell comes first: the same engine without the windows around it, which take two fifths of the processor time.
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function openBrowser() {
    const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
    if (!executablePath) throw new Error(`no Chromium: none of ${PLACES.join(', ')}; CHROMIUM=PATH says where it is`);
    return chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
}
