// Page: name and password; with the examples loaded, the people of the examples by one click.
import { DEMO_SIGN_IN, SIGN_IN } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/explained.js';
import { initials } from '../format.js';
import type { SignInPage as Props } from '../view-models/account.js';
import { Summary } from '../parts/refusals.js';

export function SignInPage({ frame, name, errors, next, demo }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <div className="db-sign-in">
        <h1>Sign in</h1>
        {errors.length > 0 && (
          <Summary title="You are not signed in">
            {errors.map((error, index) => (
              <p key={index}>{error}</p>
            ))}
          </Summary>
        )}
        <form className="card" method="post" action={SIGN_IN}>
          <HiddenInputs values={{ next }} />
          <div className="card-body">
            <div className="db-field">
              <label className="form-label" htmlFor="f-name">
                Sign-in name
              </label>
              <input
                className="form-control"
                id="f-name"
                name="name"
                autoComplete="username"
                autoCapitalize="none"
                required
                defaultValue={name}
              />
            </div>
            <div className="db-field">
              <label className="form-label" htmlFor="f-password">
                Password
              </label>
              <input
                className="form-control"
                id="f-password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
              />
            </div>
            <button className="btn btn-primary w-100" type="submit">
              Sign in
            </button>
          </div>
        </form>
        {demo.length > 0 && <Demo demo={demo} next={next} />}
      </div>
    </Document>
  );
}

function Demo({ demo, next }: Pick<Props, 'demo' | 'next'>) {
  return (
    <section className="db-demo" aria-labelledby="demo">
      <h2 id="demo">Or look around as</h2>
      <p className="db-demo-text">
        The examples are loaded. These people are made up: choose one, no password needed.
      </p>
      <ul>
        {demo.map(({ id, name, roles }) => (
          <li key={id}>
            <form method="post" action={DEMO_SIGN_IN}>
              <HiddenInputs values={{ person: id, next }} />
              <button type="submit" className="db-demo-person">
                <span className="db-avatar" aria-hidden>
                  {initials(name)}
                </span>
                <span>
                  <b>{name}</b>
                  <span className="db-demo-roles">{roles}</span>
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
