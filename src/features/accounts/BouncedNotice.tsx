import { DataProvider } from '@/components/page/DataProvider.tsx';
import { MailboxBounced } from '@/components/page/MailboxBounced.tsx';

/** For a page without the API client: loaded only with a session. */
export function BouncedNotice() {
  return (
    <DataProvider>
      <MailboxBounced />
    </DataProvider>
  );
}
