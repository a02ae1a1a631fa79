import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { prepareSearch } from './search.ts';

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Creators whose name holds words that begin so, or who have the handle; the largest first. */
export async function findCreators(
  db: Db,
  { words, handle, limit }: { words: readonly string[]; handle: string; limit: number },
): Promise<{ org_id: string; name: string; handle: string }[]> {
  if (words.length === 0) return [];
  await prepareSearch(db);
  const { rows: folded } = await sql<{
    word: string;
  }>`select search_fold(w) as word from unnest(${[...words]}::text[]) w`.execute(db);
  const beginning = folded.map(({ word }) => `${quoted(word)}:*A`).join(' & ');
  const { rows } = await sql<{ org_id: string; name: string; handle: string }>`
    select s.org_id, o.name, s.handle from creator_search s join orgs o on o.id = s.org_id
      where (s.words @@ ${beginning}::tsquery or s.handle = ${handle}) and s.org_id <> all(array(select orgs_blocked()))
      order by s.followers desc, s.org_id limit ${limit}`.execute(db);
  return rows;
}
