import { RETENTION } from '../policies/rules.ts';
import { rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';
import { deleteAttemptsOf, deletePastAttempts } from './queries/attempts.ts';
import { deletePastCalls, isRunning, overdueConnections, runningConnections } from './queries/connections.ts';
import { deletePastComments, rowsOfComments } from './queries/comments.ts';
import { rowsOfPosts } from './queries/posts.ts';
import { endConnectionsOfPerson } from './ending.ts';

const DAY_MS = 86_400_000;

export const register: Registration = {
  openRows: { accountSync: { open: runningConnections, overdue: overdueConnections, mayResume: isRunning } },
  exportParts: [
    rowsOfOrgs('connected-accounts', 'social_connections', ['org_id']),
    rowsOfPerson('connecting-accounts', 'connection_attempts', {
      without: ['state_hash', 'browser_hash', 'held_code'],
    }),
    rowsOfPosts,
    rowsOfComments,
  ],
  async erase(tx, { userId }) {
    await deleteAttemptsOf(tx.db, userId);
    await endConnectionsOfPerson(tx, userId);
  },
  async deletePast(db, { now, limit }) {
    const before = new Date(now.getTime() - DAY_MS);
    return (
      (await deletePastAttempts(db, { before, limit })) +
      (await deletePastComments(db, { before: new Date(now.getTime() - RETENTION.commentDays * DAY_MS), limit })) +
      (await deletePastCalls(db, new Date(now.getTime() - 3 * DAY_MS)))
    );
  },
};
