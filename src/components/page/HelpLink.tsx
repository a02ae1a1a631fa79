import { useTranslation } from 'react-i18next';
import { helpAddress } from '@/lib/help.ts';

/** A link to the instance's support; in every footer and on every error page. */
export function HelpLink({ className }: { className?: string }) {
  const { t } = useTranslation('nav');
  return (
    <a href={helpAddress()} className={className}>
      {t('shell.help')}
    </a>
  );
}
