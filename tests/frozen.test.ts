import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherMigrations } from '../db/versions.ts';
import { compareFrozen, freeze, FROZEN } from '../scripts/lib/frozen.ts';
import { projectRoot } from '../scripts/lib/paths.ts';

test.for(FROZEN)('files of $list are as they were committed', (frozen) => {
  const { changed, added } = compareFrozen(projectRoot, frozen);
  expect(changed, frozen.instead).toEqual([]);
  expect(added, 'New files: npm run freeze, then commit the list.').toEqual([]);
});

test('a changed and a removed file are found, and the list keeps their old checksums', () => {
  const root = mkdtempSync(join(tmpdir(), 'sponsio-frozen-'));
  try {
    const frozen = { list: 'list.sha256', places: ['sql', 'helper.ts'], instead: '' };
    mkdirSync(join(root, 'sql/area'), { recursive: true });
    const write = (file: string, text: string) => writeFileSync(join(root, file), text);
    write('sql/area/a.sql', 'select 1');
    write('sql/b.sql', 'select 2');
    write('helper.ts', 'export {}');
    expect(freeze(root, frozen)).toEqual(['helper.ts', 'sql/area/a.sql', 'sql/b.sql']);
    expect(compareFrozen(root, frozen)).toEqual({ changed: [], added: [] });
    const list = readFileSync(join(root, 'list.sha256'), 'utf8');

    write('sql/area/a.sql', 'select 3');
    rmSync(join(root, 'sql/b.sql'));
    write('sql/c.sql', 'select 4');
    expect(compareFrozen(root, frozen)).toEqual({ changed: ['sql/area/a.sql', 'sql/b.sql'], added: ['sql/c.sql'] });
    freeze(root, frozen);
    expect(readFileSync(join(root, 'list.sha256'), 'utf8')).toContain(list);
    expect(compareFrozen(root, frozen)).toEqual({ changed: ['sql/area/a.sql', 'sql/b.sql'], added: [] });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('migrations from before the baseline are older, others that are not known are newer', () => {
  const here = ['20261129T0000-baseline', '20261201T0900-next'];
  expect(otherMigrations(['20261129T0000-baseline'], here)).toBeNull();
  expect(otherMigrations(['20261121T0900-create-foundation'], here)).toEqual({
    names: ['20261121T0900-create-foundation'],
    version: 'older',
  });
  expect(otherMigrations([...here, '20270101T0000-of-tomorrow'], here)).toEqual({
    names: ['20270101T0000-of-tomorrow'],
    version: 'newer',
  });
});
