import { useTranslation } from 'react-i18next';

/** Names of the networks' scopes in our texts. */
const SCOPES = {
  instagram_business_basic: 'basic',
  instagram_business_manage_insights: 'insights',
  instagram_business_manage_comments: 'comments',
  'user.info.basic': 'user',
  'user.info.profile': 'profile',
  'user.info.stats': 'stats',
  'video.list': 'videos',
  'https://www.googleapis.com/auth/youtube.readonly': 'channel',
} as const;

/** What an account's owner allowed, or did not: in our words and as the network calls it. */
export function ScopeList({ scopes, without = false }: { scopes: readonly string[]; without?: boolean }) {
  const { t } = useTranslation('social');
  return (
    <ul className="mt-1 grid gap-1.5 text-sm">
      {scopes.map((scope) => {
        const key = Object.hasOwn(SCOPES, scope) ? SCOPES[scope as keyof typeof SCOPES] : null;
        return (
          <li key={scope}>
            {key ? <span className="font-medium">{t(`scope.${key}`)} </span> : null}
            <code dir="ltr" className="text-xs wrap-anywhere text-muted-foreground">
              {scope.replace('https://www.googleapis.com/auth/', '')}
            </code>
            {key && without ? <span className="block text-muted-foreground">{t(`without.${key}`)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
