package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;

public interface ConsoleCommandSource extends CommandSource {}
