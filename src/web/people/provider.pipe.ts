import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '#identity/providers/sign-in-provider.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

/** By its key in the address. Throws `Refused` NOT_FOUND. */
@Injectable()
export class ProviderPipe implements PipeTransform<string, SignInProvider> {
  constructor(@Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[]) {}

  transform(key: string): SignInProvider {
    const provider = this.providers.find((each) => each.key === key);
    if (!provider) throw createBuiltInRefusal('NOT_FOUND');
    return provider;
  }
}
