export function checkNodeVersion(version?: string): string | null;
export function isInstalled(folder?: string): boolean;
export function ensureInstalled(): Promise<boolean>;
export function runTypeScript(program: string): Promise<void>;
