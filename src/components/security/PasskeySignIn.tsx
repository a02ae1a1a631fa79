import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { passkeySupport, wasCancelled } from '@/lib/passkey-support.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { useCall } from '@/lib/use-call.ts';

/** Sign-in with a passkey, where the address and the browser support it. */
export function PasskeySignIn({ portal, onSignedIn }: { portal: 'members' | 'admin'; onSignedIn: () => void }) {
  const { t } = useTranslation('accounts');
  const attempt = useCall({
    call: async () => (await import('@/lib/passkeys.ts')).signInWithPasskey(portal),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (!wasCancelled(error)) void toast('error', t('passkey.failed'));
    },
  });
  if (passkeySupport() !== 'ready') return null;
  return (
    <Button
      variant="outline"
      size="large"
      className="h-auto! min-h-[42px]! w-full leading-5! whitespace-normal! max-md:min-h-12!"
      pending={attempt.isPending}
      onClick={() => attempt.mutate()}
    >
      <KeyRound aria-hidden />
      {t('passkey.signIn')}
    </Button>
  );
}
