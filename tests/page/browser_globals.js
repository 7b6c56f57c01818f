// What every browser has and Node 18 lacks. Imported before the modules under test.
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
