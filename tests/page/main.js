// The page in a real browser, in TAP: node tests/page/main.js [WORD]
import './playing_test.js';
import './mist_test.js';
import './people_test.js';
import './asking_test.js';
import './analysis_test.js';
import './together_test.js';
import './reach_test.js';
import './learn_test.js';
import './fault_test.js';
import './review_test.js';
import './engine_test.js';
import './offline_test.js';
import { runCases } from './tap.js';

process.exit((await runCases(process.argv[2] ?? '')) ? 0 : 1);
