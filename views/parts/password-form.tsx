// Includes the user name, for password managers.
import { type ReactNode } from 'react';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { useMessages } from '../messages/use-messages.js';

export function PersonAndSignInName({ name, signInName }: { name: string; signInName: string | null }) {
  const t = useMessages();
  return (
    <span className="db-dotted">
      <span>{name}</span>
      {signInName !== null && <span>{t.rich('account.signsInAs', { name: <code>{signInName}</code> })}</span>}
    </span>
  );
}

interface Props {
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly signInName: string | null;
  readonly submit: string;
  readonly heading?: string;
  readonly hint: string;
  readonly children: ReactNode;
}

const HEADING = 'password';

export function PasswordForm({ action, hidden = {}, signInName, submit, heading, hint, children }: Props) {
  return (
    <form
      className="card db-form"
      method="post"
      action={action}
      aria-labelledby={heading === undefined ? undefined : HEADING}
      noValidate
    >
      <HiddenInputs values={hidden} />
      <input type="hidden" name="name" autoComplete="username" value={signInName ?? ''} readOnly />
      <div className="card-body">
        {heading !== undefined && <h2 id={HEADING}>{heading}</h2>}
        {children}
        <p className="form-hint">{hint}</p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {submit}
        </button>
      </div>
    </form>
  );
}
