import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/*
 * Temporal's test server, which skips time while every workflow waits. It is a Java program from Maven's registry, kept
 * in the user's cache; where Java or Maven is missing the tests that need it report it and do not run.
 */

const VERSION = '1.38.0';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>fetch</artifactId><version>1</version><dependencies><dependency>
<groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version>
</dependency></dependencies></project>`;
const WRAPPER = (lib: string) => `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp "${lib}/*" io.temporal.testserver.TestServer "$@"
`;
const FETCH_LIMIT_MS = 120_000;

const runs = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};

/** Path of a program that starts the server, or why there is none. */
export function timeSkippingServer(): { path: string } | { missing: string } {
  if (!runs('java', '-version')) return { missing: 'Java is not installed' };
  const folder = join(homedir(), '.cache', 'sponsio', `temporal-test-server-${VERSION}`);
  const lib = join(folder, 'lib');
  const path = join(folder, 'start.sh');
  if (existsSync(path) && existsSync(lib) && readdirSync(lib).some((f) => f.startsWith('temporal-test-server')))
    return { path };
  if (!runs('mvn', '-v')) return { missing: 'Maven is not installed and the server is not in the cache' };
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '..', 'fetch-'));
  try {
    writeFileSync(join(work, 'pom.xml'), POM);
    execFileSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(work, 'lib')}`], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
      timeout: FETCH_LIMIT_MS,
    });
    rmSync(lib, { recursive: true, force: true });
    renameSync(join(work, 'lib'), lib);
    writeFileSync(path, WRAPPER(lib), { mode: 0o755 });
    return { path };
  } catch (error) {
    // Maven writes its reason to the output.
    const reason = (error as { stdout?: string }).stdout?.trim().split('\n')[0];
    return { missing: `the server could not be fetched${reason ? `: ${reason}` : ''}` };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
