import { DEMO_SIGN_IN_PATH, HOME_PATH, SIGN_IN_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import type { SignInPage as Props } from '../view-models/account.js';
import { Avatar } from '../controls/avatar.js';
import { LoadingBar } from '../parts/loading-bar.js';
import { ProcessMap } from '../parts/process-map.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export function SignInPage(props: Props) {
  const t = useMessages();
  const { frame, errors, loading, introduction, next } = props;
  return (
    <Document frame={frame} width={introduction ? undefined : 'narrow'}>
      <div className={introduction ? 'db-sign-in db-introduced' : 'db-sign-in'}>
        {introduction && <Introduction introduction={introduction} next={next} loading={loading} />}
        <div>
          {introduction ? <h2>{t('signIn.title')}</h2> : <h1>{t('signIn.title')}</h1>}
          {!introduction && loading !== undefined && <Loading percent={loading} />}
          {errors.length > 0 && (
            <ProblemSummary title={t('signIn.failed')}>
              {errors.map((error, index) => (
                <p key={index}>{error}</p>
              ))}
            </ProblemSummary>
          )}
          <Providers {...props} />
          {props.hasPasswords && <PasswordSignIn {...props} />}
          <Demo {...props} />
        </div>
      </div>
    </Document>
  );
}

type IntroductionProps = Pick<Props, 'next' | 'loading'> & {
  readonly introduction: NonNullable<Props['introduction']>;
};

function Introduction({ introduction: { lifecycle, steps }, next, loading }: IntroductionProps) {
  const t = useMessages();
  return (
    <div className="db-introduction">
      <h1>{t('signIn.welcome')}</h1>
      <p className="db-lead">{t('signIn.introduction')}</p>

      {loading !== undefined && <Loading percent={loading} />}
      <section aria-labelledby="steps">
        <h2 id="steps">{t('signIn.steps')}</h2>
        <ol className="db-tour">
          {steps.map(({ title, id, name, what, begins }) => (
            <li key={id}>
              <SignInAs
                person={id}
                next={next === HOME_PATH ? begins : next}
                name={name}
                title={t('frame.stepAs', { step: title, name })}
                below={what}
              />
            </li>
          ))}
        </ol>
      </section>
      {lifecycle && <Lifecycle {...lifecycle} />}
    </div>
  );
}

function Lifecycle({
  application,
  entity,
  figure,
}: NonNullable<IntroductionProps['introduction']['lifecycle']>) {
  const t = useMessages();
  return (
    <section aria-labelledby="lifecycle">
      <h2 id="lifecycle">{t('signIn.lifecycle', { application, entity })}</h2>
      <div className="db-lifecycle" tabIndex={0} role="group" aria-labelledby="lifecycle">
        <ProcessMap figure={figure} direction="down" />
      </div>
    </section>
  );
}

interface SignInAsProps {
  readonly person: string;
  readonly next: string;
  readonly name: string;
  readonly title: string;
  readonly below: string;
}

function SignInAs({ person, next, name, title, below }: SignInAsProps) {
  return (
    <form method="post" action={DEMO_SIGN_IN_PATH}>
      <HiddenInputs values={{ person, next }} />
      <button type="submit" className="db-demo-person">
        <Avatar name={name} />
        <span>
          <b>{title}</b>
          <span className="db-demo-roles">{below}</span>
        </span>
      </button>
    </form>
  );
}

function Providers({ providers, hasPasswords }: Props) {
  const t = useMessages();
  if (providers.length === 0) return null;
  return (
    <div className="db-providers">
      {providers.map(({ title, href }) => (
        <a key={href} className="btn btn-primary w-100" href={href}>
          {t('identities.signInBy', { provider: title })}
        </a>
      ))}
      {hasPasswords && <p className="db-demo-text">{t('identities.orPassword')}</p>}
    </div>
  );
}

function PasswordSignIn({ name, next }: Props) {
  const t = useMessages();
  return (
    <form className="card" method="post" action={SIGN_IN_PATH}>
      <HiddenInputs values={{ next }} />
      <div className="card-body">
        <div className="db-field">
          <label className="form-label" htmlFor="f-name">
            {t('signIn.name')}
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
            {t('account.password')}
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
          {t('signIn.title')}
        </button>
      </div>
    </form>
  );
}

function Loading({ percent }: { percent: number }) {
  const t = useMessages();
  return (
    <div className="db-loading" role="status">
      <p>{t('signIn.loading', { percent })}</p>
      <LoadingBar percent={percent} />
    </div>
  );
}

function Demo({ demo: all, demoSearch, introduction, next }: Props) {
  const t = useMessages();
  const demo = all.filter(({ id }) => !introduction?.steps.some((step) => step.id === id));
  if (demo.length === 0 && !demoSearch) return null;
  return (
    <section className="db-demo" aria-labelledby="demo">
      <h2 id="demo">{t('signIn.demo')}</h2>
      <p className="db-demo-text">{t('signIn.demoHint')}</p>
      {demoSearch && <DemoSearch {...demoSearch} shown={demo.length} next={next} />}
      <ul>
        {demo.map(({ id, name, roles }) => (
          <li key={id}>
            <SignInAs person={id} next={next} name={name} title={name} below={roles} />
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
  const t = useMessages();
  return (
    <form className="db-demo-search" method="get" action={SIGN_IN_PATH} role="search">
      <HiddenInputs values={{ next }} />
      <input
        className="form-control"
        type="search"
        name="find"
        aria-label={t('signIn.findPerson')}
        placeholder={t('signIn.findPerson')}
        defaultValue={find}
        autoComplete="off"
      />
      <button className="btn" type="submit">
        {t('signIn.find')}
      </button>
      <p role="status">{describeShown(t, { shown, count, find })}</p>
    </form>
  );
}

function describeShown(
  t: Translate,
  { shown, count, find }: Pick<DemoSearchProps, 'shown' | 'count' | 'find'>,
): string {
  if (find === '') return t('signIn.shownOfAll', { shown, count });
  return t('signIn.found', { shown, count, find });
}
