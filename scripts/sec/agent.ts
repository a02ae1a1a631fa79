import { runTestCommand } from '../lib/measured-tests.ts';

await runTestCommand({
  script: 'sec:agent',
  about: `Calls every mutating procedure as a member of an agency for a creator, under each scope alone, before, during and after the
representation. What is not in scope must change nothing, and each call must leave exactly one act that the creator reads.
npm test runs the same.`,
  files: ['tests/server/features/representations/every-act.integration.test.ts'],
  figures: {
    procedures: { what: 'procedures that change something', atLeast: 100 },
    calls: { what: 'calls: procedures under each scope, before, during and after', atLeast: 1_000 },
    beyond: { what: 'acts beyond the scope', atMost: 0 },
    otherActs: { what: 'calls for the creator that left another number of acts than one', atMost: 0 },
  },
});
