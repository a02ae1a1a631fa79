import { runTestCommand } from '../lib/measured-tests.ts';

await runTestCommand({
  script: 'sec:connect',
  about: `Attacks on connecting an account of a network, against the API of its own with the social sandbox: states and codes that are
invented, old, used, of another network, browser or user, ways back to other sites, unsigned calls of networks; each must be
refused and connect nothing. Then so many callbacks that come twice at once: one connection each. npm test runs the same
with fewer callbacks.`,
  files: ['tests/server/features/connections/attacks'],
  counts: { double: { usual: 50, setting: 'DOUBLE_CALLBACKS' } },
  figures: {
    attacks: { what: 'attacks', atLeast: 30 },
    notRefused: { what: 'attacks that were not refused or connected something', atMost: 0 },
    doubles: { what: 'callbacks that came twice at once' },
    otherConnections: { what: 'of them with another than one connection', atMost: 0 },
    leaks: { what: 'answers and tables with a token in clear', atMost: 0 },
  },
});
