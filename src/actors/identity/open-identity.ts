import type { NameStore } from '../ports.ts';
import { AccountQuestions, type AccountQuestionsDeps } from './account-questions.ts';
import { BanCorrections, type BanCorrectionsDeps } from './bans/ban-corrections.ts';
import { BanMoves, type BanMovesDeps } from './bans/ban-moves.ts';
import { ClaimedBans, type ClaimedBansDeps } from './bans/claimed-bans.ts';
import { IdentityResolver, type IdentityResolverDeps } from './identity-resolver.ts';
import { NameOwnership, type NameOwnershipDeps } from './name-ownership.ts';
import { UnprovedPlayers, type UnprovedPlayersDeps } from './unproved-players.ts';

/** What is made here and given on. */
type Made = 'moves' | 'corrections' | 'questions' | 'ownership' | 'asksAccounts' | 'store';

export type IdentityDeps = BanMovesDeps &
  NameOwnershipDeps &
  Omit<BanCorrectionsDeps, Made> &
  Omit<AccountQuestionsDeps, Made> &
  Omit<UnprovedPlayersDeps, Made> &
  Omit<ClaimedBansDeps, Made> &
  Omit<IdentityResolverDeps, Made> & { readonly nameStore: NameStore };

/** What answers who a player is, and moves bans when it turns out that a name is somebody else's. */
export interface OpenedIdentity {
  readonly resolver: IdentityResolver;
  readonly ownership: NameOwnership;
  readonly unprovedPlayers: UnprovedPlayers;
  readonly claimedBans: ClaimedBans;
  readonly moves: BanMoves;
}

/** Builds it; the names tell it of their changes from now on. */
export function openIdentity(deps: IdentityDeps): OpenedIdentity {
  const moves = new BanMoves(deps);
  const corrections = new BanCorrections({ ...deps, moves, asksAccounts: deps.accounts !== undefined });
  deps.names.subscribe(corrections);
  const questions = new AccountQuestions({ ...deps, corrections });
  const ownership = new NameOwnership(deps);
  const unprovedPlayers = new UnprovedPlayers({ ...deps, questions });
  const claimedBans = new ClaimedBans({ ...deps, questions, store: deps.nameStore });
  const resolver = new IdentityResolver({ ...deps, questions, ownership });
  return { resolver, ownership, unprovedPlayers, claimedBans, moves };
}
