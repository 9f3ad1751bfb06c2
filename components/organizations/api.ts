import { api } from "#components/api-client.ts";
import { resource } from "#components/resource.ts";

export const invitationResource = (token: string) => resource("/api/v3/invitations/{token}/", { token });

export const acceptInvitation = (token: string) => api.post("/api/v3/invitations/{token}/accept/", { token });

export const declineInvitation = (token: string) =>
  api.post("/api/v3/invitations/{token}/decline/", { token });
