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
/** Projects the person has a part in whose name holds a text, for choosing among them. */
export const foundProjects = (name: string) =>
  resource("/api/v3/projects/", {}, { name: name || undefined, limit: 20 });
export const sessionsResource = (offset = 0) =>
  resource("/api/v3/account/sessions/", {}, { limit: sessionsPerPage, offset: offset || undefined });
export const deletionResource = () => resource("/api/v3/account/deletion/", {});
export const preferencesResource = () => resource("/api/v3/account/preferences/", {});
export const organizationsResource = () => resource("/api/v3/organizations/", {}, { limit: 100 });

export const signUp = (input: Schema<"SignUpInput">) => api.post("/api/v3/account/sign-up/", {}, input);

export const verifyEmail = (input: Schema<"EmailCodeInput">) =>
  api.post("/api/v3/account/verify-email/", {}, input);

export const emailsResource = () => resource("/api/v3/account/emails/", {}, { limit: 50 });
export const secondFactorsResource = () => resource("/api/v3/account/two-factor/", {});
export const eventsPerPage = 50;
export const securityLogResource = (offset = 0) =>
  resource("/api/v3/account/security-log/", {}, { limit: eventsPerPage, offset: offset || undefined });

export const reauthenticate = (proof: Schema<"Reauthentication">) =>
  api.post("/api/v3/account/reauthenticate/", {}, proof);

export const requestReset = (input: Schema<"PasswordResetRequest">) =>
  api.post("/api/v3/account/password/reset/", {}, input);

export const resetPassword = (input: Schema<"PasswordReset">) =>
  api.post("/api/v3/account/password/reset/confirm/", {}, input);

/** A change of the account's addresses, after which they are read anew. */
function useEmailChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const refresh = useRefresh();
  return useMutation({ mutationFn, onSuccess: () => refresh(apiPaths.account()) });
}

export const useAddEmail = () =>
  useEmailChange((input: Schema<"EmailInput">) => api.post("/api/v3/account/emails/", {}, input));
export const useSetPrimaryEmail = () =>
  useEmailChange((email: number) =>
    api.patch("/api/v3/account/emails/{email}/", { email }, { primary: true }),
  );
export const useRemoveEmail = () =>
  useEmailChange((email: number) => api.delete("/api/v3/account/emails/{email}/", { email }));
export const useResendCode = () =>
  useEmailChange((email: number) => api.post("/api/v3/account/emails/{email}/verify/", { email }));

/** Secrets in answers are forgotten with the screen that shows them. */
const gcTime = 0;

/** A change of the account's second factors, likewise. */
function useFactorChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const refresh = useRefresh();
  return useMutation({ gcTime, mutationFn, onSuccess: () => refresh(apiPaths.twoFactor()) });
}

export const useStartTotp = () =>
  useFactorChange((_: undefined) => api.post("/api/v3/account/two-factor/totp/", {}));
export const useConfirmTotp = () =>
  useFactorChange((input: Schema<"TotpCode">) => api.put("/api/v3/account/two-factor/totp/", {}, input));
export const useRemoveTotp = () =>
  useFactorChange((_: undefined) => api.delete("/api/v3/account/two-factor/totp/", {}));
export const useRenewRecoveryCodes = () =>
  useFactorChange((_: undefined) => api.post("/api/v3/account/two-factor/recovery-codes/", {}));
export const useAddPasskey = () =>
  useFactorChange((input: Schema<"PasskeyInput">) =>
    api.post("/api/v3/account/two-factor/passkeys/", {}, input),
  );
export const useRemovePasskey = () =>
  useFactorChange((passkey: number) =>
    api.delete("/api/v3/account/two-factor/passkeys/{passkey}/", { passkey }),
  );

export function useEndOtherSessions() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.delete("/api/v3/account/sessions/", {}),
    onSuccess: () => refresh(apiPaths.sessions()),
  });
}

export function useCreateToken() {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
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

export function useUndoDeleteToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (token: number) => api.post("/api/v3/account/tokens/{token}/revoke-undo/", { token }),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useRotateToken(token: number) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: (input: Schema<"TokenRotation">) =>
      api.post("/api/v3/account/tokens/{token}/rotate/", { token }, input),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

export function useUpdateToken(token: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: Schema<"TokenChanges">) =>
      api.patch("/api/v3/account/tokens/{token}/", { token }, changes),
    onSuccess: () => refresh(apiPaths.tokens()),
  });
}

/** Whose account a token acts for, found out with the token itself. */
export const accountOf = (token: string) => api.getAs(token)("/api/v3/account/", {});

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (input: Schema<"AccountDeletionInput">) => api.post("/api/v3/account/deletion/", {}, input),
  });
}

export function useUpdatePreferences() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"PreferencesInput">) => api.patch("/api/v3/account/preferences/", {}, input),
    onSuccess: () => refresh(apiPaths.preferences()),
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
