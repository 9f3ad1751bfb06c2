import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const tokensPerPage = 50;
export const sessionsPerPage = 50;

export const accountResource = () => resource("/api/v3/account/", {});
export const tokensResource = (offset = 0) =>
  resource("/api/v3/account/tokens/", {}, { limit: tokensPerPage, offset: offset || undefined });
export const sessionsResource = (offset = 0) =>
  resource("/api/v3/account/sessions/", {}, { limit: sessionsPerPage, offset: offset || undefined });
export const organizationsResource = () => resource("/api/v3/organizations/", {}, { limit: 100 });

export const signUp = (input: Schema<"SignUpInput">) => api.post("/api/v3/account/sign-up/", {}, input);

export const verifyEmail = (input: Schema<"EmailCodeInput">) =>
  api.post("/api/v3/account/verify-email/", {}, input);

export function useCreateToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"TokenInput">) => api.post("/api/v3/account/tokens/", {}, input),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useDeleteToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (token: number) => api.delete("/api/v3/account/tokens/{token}/", { token }),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useEndSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (session: string) => api.delete("/api/v3/account/sessions/{session}/", { session }),
    onSuccess: () => refresh(apiPaths.sessions()),
  });
}

export function useUpdateProfile() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: Schema<"ProfileInput">) => api.patch("/api/v3/account/", {}, changes),
    onSuccess: () => refresh(apiPaths.account()),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: Schema<"PasswordInput">) => api.post("/api/v3/account/password/", {}, change),
  });
}
