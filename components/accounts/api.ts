import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { AccountJson } from "#lib/accounts/schema.ts";
import type { SessionJson } from "#lib/accounts/sessions/schema.ts";
import type { NewTokenJson, TokenJson } from "#lib/accounts/tokens/schema.ts";
import type { OrganizationJson } from "#lib/organizations/schema.ts";
import { apiPaths } from "#lib/paths.ts";

export const tokensPerPage = 50;
export const sessionsPerPage = 50;

export const accountResource = () => resource<AccountJson>(apiPaths.account());
export const tokensResource = (offset = 0) =>
  resource<Page<TokenJson>>(apiPaths.tokens(), { limit: tokensPerPage, offset: offset || undefined });
export const sessionsResource = (offset = 0) =>
  resource<Page<SessionJson>>(apiPaths.sessions(), { limit: sessionsPerPage, offset: offset || undefined });
export const organizationsResource = () =>
  resource<Page<OrganizationJson>>(apiPaths.organizations(), { limit: 100 });

export type NewAccount = { username: string; email: string; password: string };
export const signUp = (input: NewAccount): Promise<{ username: string }> =>
  api.post(apiPaths.signUp(), input);

export const verifyEmail = (input: { code: string }): Promise<unknown> =>
  api.post(apiPaths.verifyEmail(), input);

export type NewToken = { name: string; scope: "read" | "write"; expires: string | null };

export function useCreateToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: NewToken) => api.post<NewTokenJson>(apiPaths.tokens(), input),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useDeleteToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (token: number) => api.delete(apiPaths.token(token)),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useEndSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (session: string) => api.delete(apiPaths.session(session)),
    onSuccess: () => refresh(apiPaths.sessions()),
  });
}

export type ProfileChanges = { first_name: string; last_name: string; time_zone: string | null };

export function useUpdateProfile() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: ProfileChanges) => api.patch<AccountJson>(apiPaths.account(), changes),
    onSuccess: () => refresh(apiPaths.account()),
  });
}

export type PasswordChange = { current_password: string; new_password: string };

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => api.post<null>(apiPaths.password(), change),
  });
}
