import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import {
  FIXED_TOPICS,
  NOTICE_CHANNELS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeSwitch,
  type NoticeTopic,
} from '../../../server/core/notices.ts';
import type { PersonalSettings } from '../../../server/features/privacy/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, queryClient, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';

const isFixed = (topic: NoticeTopic): topic is (typeof FIXED_TOPICS)[number] =>
  (FIXED_TOPICS as readonly string[]).includes(topic);

/**
 * Which notifications reach the user by which channel. Each change is saved at once; money and security cannot be
 * switched off.
 */
export function NoticeMatrix({ settings }: { settings: PersonalSettings }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const key = api.privacy.settings.queryOptions().queryKey;
  // Also stored here: an answer requested before a change must not revert it.
  const [off, setOff] = useState(settings.noticesOff);
  const save = trpc.privacy.saveNotices.useMutation({
    // Each call sends all settings, one call after the other: the last one counts.
    scope: { id: 'notices' },
    onSuccess: (_, kept) =>
      queryClient.setQueryData(key, (before) => (before ? { ...before, noticesOff: kept.off } : before)),
    // A later call contains this change too and decides.
    onError: (_, requested) => setOff((now) => (now === requested.off ? settings.noticesOff : now)),
  });
  const toggle = (cell: NoticeSwitch, on: boolean) => {
    const others = off.filter((one) => one !== cell);
    const next = on ? others : [...others, cell];
    setOff(next);
    save.mutate({ off: next });
  };
  return (
    <>
      {save.error ? (
        <Alert tone="problem" className="mb-3">
          {explain(save.error)}
        </Alert>
      ) : null}
      <table className="w-full text-ui">
        <thead>
          <tr className="border-b border-border text-sm text-muted-foreground">
            <th scope="col" className="py-2 text-start font-medium">
              {t('notices.topic')}
            </th>
            {NOTICE_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-20 py-2 text-center font-medium">
                {t(`notices.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_TOPICS.map((topic) => (
            <tr key={topic} className="border-b border-border last:border-b-0">
              <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                {t(`notices.topics.${topic}`)}
                {isFixed(topic) ? (
                  <span className="block text-sm text-muted-foreground">{t(`notices.fixed.${topic}`)}</span>
                ) : null}
              </th>
              {NOTICE_CHANNELS.map((channel) => (
                <td key={channel} className="text-center align-middle">
                  <Cell topic={topic} channel={channel} off={off} onToggle={toggle} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface CellProps {
  topic: NoticeTopic;
  channel: NoticeChannel;
  off: readonly NoticeSwitch[];
  onToggle: (cell: NoticeSwitch, on: boolean) => void;
}

function Cell({ topic, channel, off, onToggle }: CellProps) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const label = format.labeled(t(`notices.topics.${topic}`), t(`notices.channel.${channel}`));
  if (isFixed(topic)) return <Checkbox checked disabled aria-label={label} readOnly />;
  const cell = `${topic}.${channel}` as NoticeSwitch;
  return <Checkbox checked={!off.includes(cell)} aria-label={label} onCheckedChange={(on) => onToggle(cell, on)} />;
}
