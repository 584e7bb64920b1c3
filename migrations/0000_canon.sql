CREATE TABLE `aliases` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`entity_no` integer NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`key` text NOT NULL,
	`bare_key` text,
	`head` text NOT NULL,
	`bare_head` text,
	`source` text NOT NULL,
	`observed_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entity_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `aliases_entity_key` ON `aliases` (`entity_no`,`key`);--> statement-breakpoint
CREATE INDEX `aliases_key` ON `aliases` (`campaign_no`,`key`);--> statement-breakpoint
CREATE INDEX `aliases_bare_key` ON `aliases` (`campaign_no`,`bare_key`) WHERE "aliases"."bare_key" is not null;--> statement-breakpoint
CREATE INDEX `aliases_head` ON `aliases` (`campaign_no`,`head`);--> statement-breakpoint
CREATE INDEX `aliases_bare_head` ON `aliases` (`campaign_no`,`bare_head`) WHERE "aliases"."bare_head" is not null;--> statement-breakpoint
CREATE TABLE `campaigns` (
	`no` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`languages` text NOT NULL,
	`embedding_model` text NOT NULL,
	`embedding_dim` integer NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`entity_count` integer DEFAULT 0 NOT NULL,
	`event_seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_id_unique` ON `campaigns` (`id`);--> statement-breakpoint
CREATE TABLE `constraints` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`id` text NOT NULL,
	`entity_no` integer NOT NULL,
	`attribute_key` text NOT NULL,
	`rule` text NOT NULL,
	`justification` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entity_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `constraints_entity` ON `constraints` (`entity_no`,`attribute_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `constraints_id` ON `constraints` (`campaign_no`,`id`);--> statement-breakpoint
CREATE TABLE `embeddings` (
	`entity_no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`model` text,
	`changes` integer NOT NULL,
	`awaiting` integer NOT NULL,
	`refreshed_at` integer,
	FOREIGN KEY (`entity_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `embeddings_awaiting` ON `embeddings` (`campaign_no`,`entity_no`) WHERE "embeddings"."awaiting" = 1;--> statement-breakpoint
CREATE TABLE `entities` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`homonym` integer NOT NULL,
	`description` text NOT NULL,
	`tags` text NOT NULL,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entities_id` ON `entities` (`campaign_no`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `entities_name` ON `entities` (`campaign_no`,`type`,`key`,`homonym`);--> statement-breakpoint
CREATE INDEX `entities_touched` ON `entities` (`campaign_no`,`touched_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`campaign_no` integer NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`ts` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	PRIMARY KEY(`campaign_no`, `seq`),
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `facts` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`id` text NOT NULL,
	`entity_no` integer NOT NULL,
	`attribute_key` text NOT NULL,
	`value` text NOT NULL,
	`category` text NOT NULL,
	`observation` text NOT NULL,
	`turn` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entity_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `facts_attribute` ON `facts` (`entity_no`,`attribute_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `facts_id` ON `facts` (`campaign_no`,`id`);--> statement-breakpoint
CREATE TABLE `operations` (
	`campaign_no` integer NOT NULL,
	`operation_id` text NOT NULL,
	`operation` text NOT NULL,
	`fingerprint` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`campaign_no`, `operation_id`),
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `relations` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`from_no` integer NOT NULL,
	`to_no` integer NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`from_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_no`) REFERENCES `entities`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relations_edge` ON `relations` (`from_no`,`to_no`,`kind`,`label`);--> statement-breakpoint
CREATE INDEX `relations_to` ON `relations` (`to_no`);--> statement-breakpoint
CREATE TABLE `scenes` (
	`no` integer PRIMARY KEY NOT NULL,
	`campaign_no` integer NOT NULL,
	`id` text NOT NULL,
	`location_entity_id` text NOT NULL,
	`present_entity_ids` text NOT NULL,
	`description` text NOT NULL,
	`turn_number` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scenes_id` ON `scenes` (`campaign_no`,`id`);--> statement-breakpoint
CREATE INDEX `scenes_campaign` ON `scenes` (`campaign_no`,`no`);--> statement-breakpoint
CREATE TABLE `turns` (
	`campaign_no` integer NOT NULL,
	`number` integer NOT NULL,
	`summary` text,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`campaign_no`, `number`),
	FOREIGN KEY (`campaign_no`) REFERENCES `campaigns`(`no`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `spelling_near` (
	`campaign_no` integer NOT NULL,
	`key` integer NOT NULL,
	`word` integer NOT NULL,
	PRIMARY KEY(`campaign_no`, `key`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `spelling_posting` (
	`campaign_no` integer NOT NULL,
	`word` integer NOT NULL,
	`size` integer NOT NULL,
	`spelling_id` integer NOT NULL,
	PRIMARY KEY(`campaign_no`, `word`, `size`, `spelling_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `spelling_word` (
	`campaign_no` integer NOT NULL,
	`word` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`campaign_no`, `word`)
) WITHOUT ROWID;
