import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface UserIdentity {
  uid: number;
  gid: number;
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The unprivileged user of the database server when this process is root; null otherwise. */
export function serverIdentity(): UserIdentity | null {
  if (!runsAsRoot()) return null;
  try {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('nobody:'));
    const [, , uid, gid] = entry?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  } catch {
    // No user list: use the usual number.
  }
  return { uid: 65534, gid: 65534 };
}

/** Can this user pass through every folder down to `path`? */
export function canReach(path: string, identity: UserIdentity | null): boolean {
  if (!identity) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      const info = statSync(folder);
      const bit = info.uid === identity.uid ? 0o100 : info.gid === identity.gid ? 0o010 : 0o001;
      if (info.isDirectory() && (info.mode & bit) === 0) return false;
    } catch {
      // A part that does not exist yet will be created with the right mode.
    }
    if (dirname(folder) === folder) return true;
  }
}
