// Page: name and password; with the examples loaded, the people of the examples by one click.
import { DEMO_SIGN_IN, SIGN_IN } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/explained.js';
import { initials } from '../format.js';
import type { SignInPage as Props } from '../view-models/account.js';
import { LoadingBar } from '../parts/loading-bar.js';
import { Summary } from '../parts/refusals.js';

export function SignInPage({ frame, name, errors, next, loading, demo, demoSearch }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <div className="db-sign-in">
        <h1>Sign in</h1>
        {loading !== undefined && <Loading percent={loading} />}
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
        {(demo.length > 0 || demoSearch) && <Demo demo={demo} demoSearch={demoSearch} next={next} />}
      </div>
    </Document>
  );
}

function Loading({ percent }: { percent: number }) {
  return (
    <div className="db-loading" role="status">
      <p>Loading the examples, {percent} %. You can sign in meanwhile.</p>
      <LoadingBar percent={percent} />
    </div>
  );
}

function Demo({ demo, demoSearch, next }: Pick<Props, 'demo' | 'next'> & Partial<Props>) {
  return (
    <section className="db-demo" aria-labelledby="demo">
      <h2 id="demo">Or look around as</h2>
      <p className="db-demo-text">The people of the examples are made up: choose one, no password needed.</p>
      {demoSearch && <DemoSearch {...demoSearch} shown={demo.length} next={next} />}
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

interface DemoSearchProps {
  readonly find: string;
  readonly count: number;
  readonly shown: number;
  readonly next: string;
}

function DemoSearch({ find, count, shown, next }: DemoSearchProps) {
  return (
    <form className="db-demo-search" method="get" action={SIGN_IN} role="search">
      <HiddenInputs values={{ next }} />
      <input
        className="form-control"
        type="search"
        name="find"
        aria-label="Find a person"
        placeholder="Find a person"
        defaultValue={find}
        autoComplete="off"
      />
      <button className="btn" type="submit">
        Find
      </button>
      <p role="status">{describeShown(shown, count, find)}</p>
    </form>
  );
}

function describeShown(shown: number, count: number, find: string): string {
  const of = find === '' ? '' : ` called “${find}”`;
  if (count === 0) return `Nobody is${of}.`;
  const people = count === 1 ? 'one person' : `${count} people`;
  return shown < count ? `The first ${shown} of ${people}${of}` : `${people}${of}`;
}
