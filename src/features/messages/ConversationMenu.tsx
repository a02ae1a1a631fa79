import { Archive, ArchiveRestore, Ban, Bell, BellOff, Flag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationHead } from '../../../server/features/conversations/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { LazyReportDialog } from '@/components/report/lazy-report-dialog.tsx';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { ActionMenu, type ActionMenuItem } from '@/ui/action-menu.tsx';

const refresh = () => api.conversations.invalidate();

/** Silence, archive, block, report. */
export function ConversationMenu({ head }: { head: ConversationHead }) {
  const { t } = useTranslation('conversations');
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null);
  const mark = trpc.conversations.mark.useMutation({ onSettled: refresh, onError: toastError });
  const unblock = trpc.discovery.unblock.useMutation({ onSettled: refresh, onError: toastError });
  const { id, muted, archived, blockedByUs, other } = head;
  const close = () => setDialog(null);
  const items: ActionMenuItem[] = [
    ...(id
      ? [
          {
            id: 'mute',
            label: t(muted ? 'menu.unmute' : 'menu.mute'),
            icon: muted ? Bell : BellOff,
            onSelect: () => mark.mutate({ conversationId: id, muted: !muted }),
          },
          {
            id: 'archive',
            label: t(archived ? 'menu.unarchive' : 'menu.archive'),
            icon: archived ? ArchiveRestore : Archive,
            onSelect: () => mark.mutate({ conversationId: id, archived: !archived }),
          },
        ]
      : []),
    blockedByUs
      ? {
          id: 'unblock',
          label: t('menu.unblock'),
          icon: Ban,
          onSelect: () => unblock.mutate({ orgId: other.orgId }),
        }
      : {
          id: 'block',
          label: t('menu.block'),
          icon: Ban,
          destructive: true,
          onSelect: () => setDialog('block'),
        },
    ...(id ? [{ id: 'report', label: t('menu.report'), icon: Flag, onSelect: () => setDialog('report') }] : []),
  ];
  return (
    <>
      <ActionMenu label={t('menu.label')} items={items} />
      {dialog === 'block' ? <BlockDialog head={head} onClose={close} /> : null}
      {dialog === 'report' && id ? <ReportConversation conversationId={id} onClose={close} /> : null}
    </>
  );
}

function BlockDialog({ head: { other }, onClose }: { head: ConversationHead; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const block = trpc.discovery.block.useMutation();
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('block.title', { name: other.name })}
      submitLabel={t('menu.block')}
      variant="destructive"
      pending={block.isPending}
      error={block.error}
      onDecide={async () => {
        await block.mutateAsync({ orgId: other.orgId });
        await refresh();
      }}
    >
      <p>{t('block.text')}</p>
    </DecisionDialog>
  );
}

function ReportConversation({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const report = trpc.conversations.report.useMutation({
    onSuccess: () => void toast('success', t('report.done')),
  });
  return (
    <LazyReportDialog
      draft={`conversation-report.${conversationId}`}
      title={t('report.title')}
      note={t('report.hint')}
      pending={report.isPending}
      error={report.error}
      onReport={(reason) => report.mutateAsync({ conversationId, reason })}
      onClose={onClose}
    />
  );
}
