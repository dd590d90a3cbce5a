package com.velocitypowered.api.permission;

public interface PermissionSubject {
  boolean hasPermission(String permission);
}
