import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';

export interface MoreButtonProps {
  /** A list that is read page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Instead of "View more". */
  label?: string;
  className?: string;
}

/** Reads the next page of a list; nothing when the list has ended. */
export function MoreButton({ query, label, className }: MoreButtonProps) {
  const { t: common } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <Button
      {...(className ? { className } : {})}
      pending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label ?? common('label.viewMore')}
    </Button>
  );
}
