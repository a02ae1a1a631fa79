/** Codes that a subprocessor's purpose and transfer tool may be; they are shown in the reader's language. */
export const SUBPROCESSOR_PURPOSES = ['payments', 'hosting', 'files', 'email', 'support', 'monitoring'] as const;
export const TRANSFER_TOOLS = ['eea', 'adequacy', 'scc', 'dpf'] as const;

export interface Subprocessor {
  name: string;
  /** One of `SUBPROCESSOR_PURPOSES`, or words. */
  purpose: string;
  /** ISO 3166 code, or words. */
  country: string;
  /** One of `TRANSFER_TOOLS`, or words. */
  transfer: string;
}

/** Who operates the installation, from its settings. */
export interface Operator {
  name: string;
  address: string;
  register: string;
  vat: string;
  contactEmail: string;
  privacyEmail: string;
  supportEmail: string;
  phone: string;
  /** Null: none. */
  euRepresentative: string | null;
  ukRepresentative: string | null;
  dataProtectionOfficer: string | null;
  /** ISO 3166 code, or words. */
  law: string;
  venue: string;
  subprocessors: Subprocessor[];
  /** The operator of a demo, who does not exist. */
  fictitious: boolean;
}
