import { useTranslation } from 'react-i18next';
import { helpAddress } from '@/lib/help.ts';

/** Leads to the people behind the instance; belongs into every footer and onto every page for errors. */
export function HelpLink({ className }: { className?: string }) {
  const { t } = useTranslation('nav');
  return (
    <a href={helpAddress()} className={className}>
      {t('shell.help')}
    </a>
  );
}
