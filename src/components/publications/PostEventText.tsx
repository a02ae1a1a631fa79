import { useTranslation } from 'react-i18next';

export interface PostEventTextProps {
  type: 'post_live';
  words: Readonly<Record<string, string>>;
}

/** One event of a live post as a sentence. */
export function PostEventText({ type, words }: PostEventTextProps) {
  const { t } = useTranslation('publications');
  return <span>{t(`event.${type}`, words)}</span>;
}
