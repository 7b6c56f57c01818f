// Globals that browsers have and Node 18 lacks. Import before the modules under test.
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
