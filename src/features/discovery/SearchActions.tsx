import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';

/** What can be done with the search as a whole, in the header of the page. */
export function SearchActions() {
  const { t } = useTranslation('discovery');
  return (
    <Button asChild>
      <Link to="/ai-smart-search">
        <MessageSquareText aria-hidden />
        {t('ask.link')}
      </Link>
    </Button>
  );
}
