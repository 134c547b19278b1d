// A keyed digest recognises the network of a client without storing it.
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { toClientNetwork } from '../platform/to-client-network.js';

export const digestNetwork = (personalData: Pick<PersonalData, 'digest'>, address: string): string =>
  personalData.digest(`network ${toClientNetwork(address)}`).slice(0, 32);
