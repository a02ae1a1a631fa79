import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Answer, Job } from './worker.ts';

/** Does the jobs in processes, one for each processor; answers come as they are ready. */
export async function inProcesses(jobs: readonly Job[], answered: (answer: Answer) => void): Promise<void> {
  const left = [...jobs];
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const first = left.shift();
      if (!first) return resolve();
      const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
      let isDone = false;
      child.on('message', (answer: Answer) => {
        answered(answer);
        const next = left.shift();
        if (next) child.send(next);
        else {
          isDone = true;
          child.disconnect();
        }
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        isDone ? resolve() : reject(new Error(`a process of the simulation ended with ${code}`)),
      );
      child.send(first);
    });
  await Promise.all(Array.from({ length: availableParallelism() }, one));
}
