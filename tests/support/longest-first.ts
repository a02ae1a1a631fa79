import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { readTimes } from '../../scripts/lib/test-times.ts';

const times = readTimes();
const secondsOf = ({ moduleId }: TestSpecification): number => times[relative(projectRoot, moduleId)] ?? 0;

/**
 * Long files begin first, by the recorded times, so that a run does not end with one of them alone. `npm run test:times`
 * records them anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}
