/** A VAT number of an EU member state without its prefix; `country` is the register's prefix: Greece is `EL`, Northern Ireland `XI`. */
export type VatNumber = { country: string; number: string };

/** `consultation` is the register's receipt of the request, for audits. */
export type VatAnswer =
  | { state: 'valid'; name: string | null; address: string | null; consultation: string | null }
  | { state: 'invalid' }
  | { state: 'unavailable'; reason: string };

/** The register of EU VAT numbers. */
export type VatRegister = {
  /** Asks for a number on behalf of the seller, if known; never throws for a register that can't be reached. */
  check(number: VatNumber, options: { requester: VatNumber | null; timeoutMs: number }): Promise<VatAnswer>;
};
