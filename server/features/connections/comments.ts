import { createHmac } from 'node:crypto';
import type { SystemContext } from '../../context.ts';
import type { RemoteComment, RemotePost, SocialNetwork, SocialTokens } from '../../integrations/social/social.ts';
import { saveMeasured } from '../creators/connected.ts';
import { networkProblem } from './network.ts';
import { countComments, insertComments } from './queries/comments.ts';
import type { ConnectionRow } from './queries/connections.ts';
import { COMMENT_POSTS, COMMENTS_EVERY_MS, isQuestion, keptText, type Network } from './rules.ts';

type PostComment = RemoteComment & { postId: string };

/** Whether the sample of an account's comments is to be read with this sync. TikTok gives none. */
export const areCommentsDue = (row: ConnectionRow, now: Date): boolean =>
  row.kind === 'consent' &&
  row.network !== 'tiktok' &&
  row.sync_cursor === null &&
  (row.comments_read_at === null || now.getTime() - row.comments_read_at.getTime() >= COMMENTS_EVERY_MS);

/** Comments on the newest of these posts. A post without any, or whose owner has closed them, has none. */
export async function readComments(
  client: SocialNetwork,
  tokens: SocialTokens,
  posts: readonly RemotePost[],
): Promise<PostComment[]> {
  const found: PostComment[] = [];
  for (const { remoteId: postId } of posts.filter(({ comments }) => comments > 0).slice(0, COMMENT_POSTS)) {
    try {
      const comments = await client.comments(tokens, postId);
      found.push(...comments.map((comment) => ({ ...comment, postId })));
    } catch (error) {
      const problem = networkProblem(error)?.problem;
      if (problem !== 'missing' && problem !== 'refused') throw error;
    }
  }
  return found;
}

/** A commenter is known by a hash alone, the same on one network. */
const authorHash = (tx: SystemContext, network: Network, author: string): string =>
  createHmac('sha256', tx.integrations.settings.codeSecret)
    .update(`commenter:${network}:${author.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 24);

const bpsOf = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 10_000));

/** Adds comments to the sample and writes what is counted in it. In the caller's transaction. */
export async function saveComments(
  tx: SystemContext,
  {
    network,
    handle,
    accountId,
    comments,
  }: { network: Network; handle: string; accountId: string; comments: readonly PostComment[] },
): Promise<void> {
  const at = tx.clock.now();
  await insertComments(tx.db, {
    accountId,
    at,
    comments: comments.map((comment) => ({
      remoteId: comment.remoteId,
      postId: comment.postId,
      at: comment.at,
      authorHash: authorHash(tx, network, comment.author),
      text: keptText(comment.text),
      isQuestion: isQuestion(comment.text),
    })),
  });
  const { counted, questions, repeats } = await countComments(tx.db, accountId);
  await saveMeasured(tx, accountId, {
    handle,
    comments: { counted, questionsBps: bpsOf(questions, counted), repeatsBps: bpsOf(repeats, counted), asOf: at },
  });
}
