// That somebody stands in for another.
export interface Deputation {
  /** UUID, minted where the form is shown. */
  readonly deputation: string;
  readonly deputy: string;
  /** null: all of them. */
  readonly application: string | null;
  /** Of the application; null: all that the person holds. */
  readonly role: string | null;
  /** Days, both included, each in the time zone of the application it is asked in. */
  readonly from: string;
  readonly until: string;
}
