import { useTranslation } from 'react-i18next';

export interface AddendumEventTextProps {
  type: 'addendum_signed';
  words: Readonly<Record<string, string>>;
  reason: string;
}

/** One event of an addendum as a sentence; an approval that is drawn here is that of a bonus. */
export function AddendumEventText({ type, words, reason }: AddendumEventTextProps) {
  const { t } = useTranslation('addenda');
  const known = /^(?:addendum|milestone)_/u.test(type);
  return (
    <span>
      {t(known ? `event.${type}` : 'event.bonus_approved', words)}
      {reason ? (
        <span className="block text-sm text-muted-foreground" dir="auto">
          {reason}
        </span>
      ) : null}
    </span>
  );
}
