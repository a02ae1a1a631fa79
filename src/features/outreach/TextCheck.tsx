import { useTranslation } from 'react-i18next';
import type { SequenceCheck, SequenceFinding } from '../../../server/features/outreach/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** Whether staff have to read the messages before they are sent. */
export const mustBeRead = ({ findings, released }: SequenceCheck): boolean =>
  !released && findings.some(({ verdict }) => verdict === 'hold');

/** What the rules on texts found in the messages: the rule, where, and its words. */
export function TextCheck({ check }: { check: SequenceCheck }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  if (check.findings.length === 0) return null;
  const place = ({ message }: SequenceFinding): string =>
    message === null
      ? t('edit.subject')
      : message === 0
        ? t('edit.first')
        : t('edit.followUp', { n: format.number(message) });
  const isHeld = mustBeRead(check);
  return (
    <Alert tone={isHeld ? 'problem' : 'caution'} title={t('check.title')}>
      <ul className="grid list-disc gap-1 ps-5">
        {check.findings.map((finding) => (
          <li key={`${finding.message}:${finding.variant}:${finding.start}:${finding.rule}`} dir="auto">
            <span className="font-medium">{t(`check.rule.${finding.rule}`)}</span>{' '}
            <bdi>{t('check.item', { place: place(finding), words: finding.words })}</bdi>
          </li>
        ))}
      </ul>
      <p className="mt-2">{t(isHeld ? 'check.hold' : 'check.warn')}</p>
    </Alert>
  );
}
