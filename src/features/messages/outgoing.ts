import { useNavigate } from '@tanstack/react-router';
import type { FileDto } from '../../../server/features/content/schema.ts';
import type { ConversationHead } from '../../../server/features/conversations/schema.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { randomId } from '@/lib/random-id.ts';
import type { AppErrorShape } from '../../../server/core/errors.ts';
import { api, appError, trpcClient, withRequestKey } from '@/lib/trpc.ts';

/** A message on its way. It is kept in this tab until the server has it. */
export interface OutgoingMessage {
  key: string;
  body: string;
  files: FileDto[];
  at: string;
  /** Null while it is being sent, then why it was not: a code and its values, or `lost` without an answer. */
  failed: { code: string; data: AppErrorShape['data'] } | null;
}

export interface Outgoing {
  messages: OutgoingMessage[];
  send: (body: string, files: FileDto[]) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
}

/** Keys that are being sent in this page; a kept message that is not among them was cut off by leaving. */
const running = new Set<string>();

/** Sends messages one by one and keeps those that fail, each with a key of its own: a second try writes it once. */
export function useOutgoing({ id, other }: ConversationHead): Outgoing {
  const navigate = useNavigate();
  const [kept, setKept] = useDraftState<OutgoingMessage[]>(`outgoing.${other.orgId}`, []);
  const messages = kept.map((one) =>
    one.failed === null && !running.has(one.key) ? { ...one, failed: { code: 'lost', data: {} } } : one,
  );
  const change = (key: string, failed: OutgoingMessage['failed']) =>
    setKept((all) => all.map((one) => (one.key === key ? { ...one, failed } : one)));
  const drop = (key: string) => setKept((all) => all.filter((one) => one.key !== key));
  const submit = ({ key, body, files }: OutgoingMessage) => {
    running.add(key);
    const fileIds = files.map((file) => file.id);
    const to = id ? { conversationId: id } : { orgId: other.orgId };
    void trpcClient.conversations.send
      .mutate({ to, body, ...(fileIds.length > 0 ? { fileIds } : {}) }, { context: withRequestKey(key).trpc.context })
      .then(
        async (sent) => {
          await api.conversations.invalidate();
          drop(key);
          if (!id) await navigate({ to: '/messages', search: { c: sent.conversationId }, replace: true });
        },
        (error: unknown) => {
          const refusal = appError(error);
          change(key, refusal ? { code: refusal.code, data: refusal.data } : { code: 'lost', data: {} });
        },
      )
      .finally(() => running.delete(key));
  };
  return {
    messages,
    send(body, files) {
      const one: OutgoingMessage = { key: randomId(), body, files, at: new Date().toISOString(), failed: null };
      running.add(one.key);
      setKept((all) => [...all, one]);
      submit(one);
    },
    retry(key) {
      const one = messages.find((message) => message.key === key);
      if (!one) return;
      running.add(key);
      change(key, null);
      submit(one);
    },
    drop,
  };
}
