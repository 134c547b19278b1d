// Page: one's own account: notices, deputies, how pages look, the password, and where one is signed in.
import { Document } from '../frame/document.js';
import { DEPUTIES, NOTICES } from '../addresses.js';
import { Appearance, Density } from '../controls/appearance.js';
import { formatsFor, type Formats } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { PasswordForm, WhoSignsIn } from '../parts/password-form.js';
import { Sessions } from '../parts/sessions.js';
import { When } from '../parts/when.js';
import type { AccountPage as Props } from '../view-models/account.js';

export function AccountPage(props: Props) {
  const { frame, name, signInName, hasPassword, mustChange, sessions, more } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading="Your account" below={<WhoSignsIn name={name} signInName={signInName} />} />
      {mustChange && (
        <div className="alert alert-info" role="note">
          Somebody else chose your password, so they know it. Choose one of your own to go on.
        </div>
      )}
      {more && <Notices {...more.notices} formats={formats} />}
      {more && <Deputies {...more.deputies} formats={formats} />}
      {more && <Looks frame={frame} />}
      {hasPassword ? <Password {...props} /> : <NoPassword />}
      <Sessions list={sessions} formats={formats} endAll="End all other sessions" />
    </Document>
  );
}

type More = NonNullable<Props['more']>;
type Formatted = { readonly formats: Formats };

function Notices({ unread, latest, formats }: More['notices'] & Formatted) {
  return (
    <section className="card db-form" aria-labelledby="notices">
      <div className="card-body">
        <h2 id="notices">
          Notices
          {unread !== undefined && <span className="db-tag">{unread} unread</span>}
        </h2>
        {latest.length === 0 ? (
          <p className="form-hint">Nothing yet.</p>
        ) : (
          <ul className="db-sessions">
            {latest.map(({ id, title, at }) => (
              <li key={id}>
                <span>
                  <b>{title}</b>
                  <span className="form-hint">
                    <When at={at} formats={formats} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={NOTICES}>
          All notices, and how you get them
        </a>
      </div>
    </section>
  );
}

function Deputies({ named, forWhom, formats }: More['deputies'] & Formatted) {
  return (
    <section className="card db-form" aria-labelledby="deputies">
      <div className="card-body">
        <h2 id="deputies">Deputies</h2>
        {named.length + forWhom.length === 0 ? (
          <p className="form-hint">Nobody approves for you, and you approve for nobody else.</p>
        ) : (
          <ul className="db-sessions">
            {[...named, ...forWhom].map(({ id, deputy, person, scope, from, until }) => (
              <li key={id}>
                <span>
                  <b>
                    {deputy} for {person}
                  </b>
                  <span className="form-hint">
                    {scope}, {formats.date(from)} – {formats.date(until)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={DEPUTIES}>
          Name or end a deputy
        </a>
      </div>
    </section>
  );
}

function Looks({ frame }: Pick<Props, 'frame'>) {
  return (
    <section className="card db-form" aria-labelledby="looks">
      <div className="card-body">
        <h2 id="looks">How pages look in this browser</h2>
        <div className="db-looks">
          <Appearance frame={frame} />
          <Density frame={frame} />
        </div>
      </div>
    </section>
  );
}

function NoPassword() {
  return (
    <p>
      You have no password. To get one, ask an admin for a one-time link. People of the examples need none.
    </p>
  );
}

function Password({ password: { action, errors }, signInName }: Props) {
  return (
    <PasswordForm
      action={action}
      signInName={signInName}
      submit="Change the password"
      heading="Password"
      hint="With a new password, every other session of yours ends."
    >
      <PasswordField
        name="oldPassword"
        title="Old password"
        errors={errors['oldPassword'] ?? []}
        autoComplete="current-password"
      />
      <PasswordField title="New password" errors={errors['password'] ?? []} />
    </PasswordForm>
  );
}
