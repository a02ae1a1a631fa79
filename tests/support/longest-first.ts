import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { readTimes } from '../../scripts/lib/test-times.ts';

const times = readTimes();
/** Of an integration test that is newer than the record: most take longer than those that begin last. */
const NEW_FILE_SECONDS = 20;
const secondsOf = ({ moduleId, project }: TestSpecification): number =>
  times[relative(projectRoot, moduleId)] ?? (project.name === 'integration' ? NEW_FILE_SECONDS : 0);

/**
 * Long files begin first, by the recorded times, so that a run does not end with one of them alone. `npm run test:times`
 * records them anew. The files of a project stay together: a worker is given up as soon as the next file is of another
 * project, and the one after it loads every module anew. The project with the most files comes last, since its short ones
 * fill what the others leave.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map<string, number>();
    for (const { project } of files) sizes.set(project.name, (sizes.get(project.name) ?? 0) + 1);
    const sizeOf = ({ project }: TestSpecification): number => sizes.get(project.name) ?? 0;
    return (await super.sort(files)).sort(
      (a, b) => sizeOf(a) - sizeOf(b) || a.project.name.localeCompare(b.project.name) || secondsOf(b) - secondsOf(a),
    );
  }
}
