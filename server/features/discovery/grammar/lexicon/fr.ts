import type { Lexicon } from './types.ts';

export const FR: Lexicon = {
  atLeast:
    "au moins|minimum|minimum de|mini|min|plus de|plus que|supérieur à|supérieure à|supérieurs à|superieur a|au-dessus de|au dessus de|à partir de|dès|au minimum|pas moins de|plus grand que|dépassant|qui dépasse|dépasse|au-delà de|de plus de|plus d'|de plus d'|pas moins d'",
  atLeastPost:
    'et plus|ou plus|minimum|mini|min|au moins|et +|au minimum|et au-delà|minimum svp|et au dessus|et au-dessus',
  atMost:
    "au plus|maximum|maximum de|maxi|max|moins de|moins que|inférieur à|inférieure à|en dessous de|en-dessous de|sous|sous les|jusqu’à|jusqu'à|jusqua|pas plus de|au maximum|ne dépasse pas|ne dépassant pas|sans dépasser|à moins de|pour moins de|de moins de|tout au plus|dans la limite de|moins d'|à moins d'|pas plus d'|de moins d'|pour moins d'",
  atMostPost: 'maximum|maxi|max|au plus|au maximum|ou moins|et moins|grand maximum|à tout casser',
  about:
    'environ|autour de|à peu près|approximativement|dans les|aux alentours de|aux environs de|vers|presque|près de|à peu pres|alentour de|grosso modo',
  aboutPost: 'environ|à peu près|approximativement|par là|grosso modo|à peu de chose près|plus ou moins',
  exactly: 'exactement|précisément|pile|tout juste|tout pile',
  between: 'entre',
  from: 'de|depuis|dès|à partir de|allant de',
  to: "à|a|-|–|—|jusqu’à|jusqu'à",
  and: 'et|&|puis',
  or: 'ou|/|ou bien|et/ou',
  but: 'mais|cependant|par contre|toutefois',
  not: "pas|sans|sauf|hors|excepté|à part|aucun|aucune|ni|non|pas de|pas d'|hormis|ne pas|mais pas|pas à|à l’exception de|à l'exception de|en dehors de|surtout pas|excluant|exclure|je ne veux pas",
  followers: 'abonné*|abo|abos|follower*|fans|fan|suiveurs|communauté|abonne*|inscrits',
  engagement:
    "engagement|taux d’engagement|taux d'engagement|taux engagement|d’engagement|interaction|interactions|er|taux d'interaction|tx d'engagement",
  price:
    'prix|tarif|tarifs|budget|coût|cout|coûte|coutent|coûtent|montant|facturent|facture|payer|cachet|rémunération|au prix de|fourchette',
  age: "âge|âgé|âgés|âgée|âgées|age|agés|agée|tranche d'âge",
  views: 'vue|vues|vues en moyenne|vues moyennes|visionnages|lectures|impressions|moyenne de vues',
  growth:
    'grossit|grossissent|croissance|croissent|grandissent|progressent|qui grossissent|qui montent|progression|croissance de|augmentent|prennent',
  rating: 'étoile|étoiles|note|notés|noté|notée|notées|évaluation|note de',
  audience:
    'audience|public|abonnés en|abonnés au|abonnés aux|abonnés majoritairement|abonnés surtout|abonnés principalement|communauté en|dont les abonnés|abonnés sont|followers en|audience en|lectorat|abonnés de|abonnés viennent|communauté',
  mostly:
    'majoritairement|surtout|principalement|en majorité|plupart|la plupart|essentiellement|avant tout|en grande partie',
  lastPost:
    'posté|publié|actif|actifs|active|actives|dernier post|a posté|ont posté|qui ont posté|dernière publication|publication|poste|postent|publient|a publié|ont publié',
  within:
    'ces|derniers|dernières|dans les|à moins de|il y a moins de|au cours des|depuis moins de|dans un rayon de|rayon de|rayon|les|autour',
  years: 'ans|an|années',
  km: 'km|kms|kilomètre*|bornes',
  miles: 'miles',
  day: 'jour|jours|j|derniers jours',
  week: 'semaine|semaines|dernières semaines',
  month: 'mois|par mois|mensuel|mensuelle|chaque mois|derniers mois|/mois',
  halfYear: 'demi-année|semestre',
  year: 'an|ans|année|années',
  quarter: 'un quart|un quart de|quart de',
  third: 'un tiers|un tiers de|tiers de',
  half: 'la moitié|moitié|la moitié de',
  twoThirds: 'deux tiers|deux tiers de|les deux tiers',
  threeQuarters: 'trois quarts|trois quarts de|les trois quarts',
  percent: '%|pour cent|pourcent|pourcents',
  nano: 'nano|nano influenceur*|nano influenceuse*|nano-influenceur*|nano-influenceuse*|nanoinfluenceur*|nano créateur*',
  micro: 'micro|micro influenceur*|micro-influenceur*|microinfluenceur*|micro créateur*|micro-créateur*',
  mid: 'taille moyenne|moyens comptes|mid-tier',
  macro: 'macro|macro influenceur*|macro-influenceur*|macroinfluenceur*',
  mega: 'méga|mega influenceur*|méga-influenceur*|célébrité*|stars du web',
  instagram:
    'instagram|insta|ig|instagrameur*|instagrameuse*|instagrammeur*|instagrammeuse*|bookstagram*|instagrammable',
  tiktok: 'tiktok|tik tok|tiktokeur*|tiktokeuse*|tiktoker*|tiktokeuses',
  youtube: 'youtube|youtubeur*|youtubeuse*|youtuber*|yt|chaîne youtube|chaine youtube|you tube',
  blog: 'blog|blogs|site web',
  ugc: 'ugc|contenu généré par les utilisateurs|contenu ugc',
  reel: 'reel|reels|réel|réels',
  story: 'story|stories|storys|storie',
  post: 'post feed|publication sponsorisée|carrousel|carrousels|post sponsorisé',
  video: 'vidéo|vidéos|video|videos|vlog|vlogs|format long',
  short: 'shorts|youtube shorts|vidéos courtes',
  photos: 'photo|photos|clichés|images',
  article: 'article|articles|article de blog|billet',
  female:
    'femme|femmes|fille|filles|féminin|féminine|féminines|nana|nanas|meuf|meufs|influenceuse|influenceuses|blogueuse|blogueuses|créatrice|créatrices|youtubeuse|youtubeuses|tiktokeuse|tiktokeuses|instagrameuse|instagrameuses|instagrammeuse|instagrammeuses|maman|mamans|mère|mères|dame|dames|micro-influenceuse|micro-influenceuses|micro influenceuse|micro influenceuses|nano-influenceuse|nano-influenceuses|nano influenceuse|coiffeuse|coiffeuses|danseuse|danseuses|étudiantes|étudiante|photographe femme|maquilleuse|maquilleuses|sportive|sportives|cuisinière|cuisinières|elle|elles|joueuse|joueuses|voyageuse|voyageuses|bloggeuse|bloggeuses',
  male: 'homme|hommes|mec|mecs|garçon|garçons|masculin|masculins|gars|papa|papas|père|pères|monsieur|messieurs|barbus',
  nonbinary: 'non-binaire|non binaire|non-binaires|nonbinaire|non genré',
  fluent:
    'parle|parlent|parlant|qui parlent|qui parle|langue|langues|contenu en|s’exprime en|s’expriment en|bilingue|locuteur*|maîtrise|vidéos en|posts en|en langue',
  inLanguage: 'parlant',
  verified:
    'vérifié|vérifiés|vérifiée|vérifiées|profil vérifié|profils vérifiés|compte vérifié|certifié|certifiés|certifiée|certifiées|données vérifiées|comptes certifiés|chiffres vérifiés',
  available:
    'disponible|disponibles|dispo|dispos|dispo cette semaine|disponible cette semaine|libre|libres|disponibles maintenant|disponible maintenant|libre cette semaine|dispo de suite|disponible immédiatement|libres cette semaine',
  contacted:
    "pas déjà contacté|pas déjà contactés|pas encore contacté|pas encore contactés|jamais contacté|jamais contactés|déjà contacté|déjà contactés|non contactés|pas contactés|pas encore contactée|qu'on n'a pas contactés|qu'on n'a pas encore contactés|nouveaux pour nous|jamais contactée|pas déjà contactée|pas déjà contactées",
  cheap:
    'pas cher|pas chère|pas chers|pas chères|pas trop cher|pas trop chère|pas trop chers|pas trop chères|abordable|abordables|moins cher|moins chers|les moins chers|les moins chères|le moins cher|la moins chère|petit budget|petits budgets|bon marché|économique|économiques|à petit prix|petits prix|budget serré|prix bas|par prix|prix croissant|tarif raisonnable|raisonnable|prix raisonnable|pas onéreux|prix doux|tri par prix|accessible|accessibles|petits tarifs',
  cheaper: 'moins cher|moins chers|moins chère|moins chères|meilleur marché|plus abordable',
  engaged:
    "les plus engagés|plus engagés|plus engagées|très engagé|très engagée|fort engagement|bon engagement|bonne interaction|gros engagement|engagé|engagés|engagée|communauté engagée|meilleur engagement|meilleur taux d'engagement|beaucoup d'engagement|taux d'engagement élevé|fort taux d'engagement|bon taux d'engagement|engagement élevé|par engagement|le plus d'engagement|grand engagement|haut engagement|super engagement|trier par engagement|triés par engagement|tri par engagement|par interaction",
  newest:
    "plus récents|les plus récents|plus récent|plus récents d'abord|les plus récents d'abord|récents|dernières publications|le plus récemment actif|les plus récentes|nouveaux|nouvelles|derniers arrivés",
  biggest:
    "les plus gros|plus gros|plus grosse|le plus d'abonnés|plus suivis|les plus suivis|plus grands|gros comptes|plus grosses|plus d'abonnés|les plus grosses|les plus grands|le plus suivi",
  bigger: "plus gros|plus grands|plus grand|plus d'abonnés|plus grosse|plus grosses",
  closest:
    "plus proche|plus proches|les plus proches|plus proches d'abord|les plus proches d'abord|plus près|par distance|au plus proche|au plus près|le plus proche",
  best: 'meilleur|meilleurs|meilleure|meilleures|les meilleurs|mieux notés|les mieux notés|mieux notées|de qualité|qualité|les mieux notées|haut de gamme|top',
  topic:
    "parle de|parlent de|qui parlent de|qui parle de|qui parlent d'|à propos de|au sujet de|mot-clé|mot clé|mots-clés|mentionne|mentionnent|sur le thème de|thème|thématique|hashtag|spécialisé en|spécialisés dans|passionnés de|passionné de|fan de|fans de|sur le sujet de|qui évoquent|parlent pas de|parle pas de|qui ne parlent pas de",
  only: 'seulement|uniquement|que|juste|exclusivement',
  locative:
    "à|en|dans|vers|près de|près d'|autour de|sur|aux alentours de|du côté de|de|au|aux|basé à|basés à|basée à|habitant|proche de|vivant à|région|ville de|chez|d'|du|des",
  with: 'avec|ayant|qui ont|qui a|dont|pour|qui|possédant|et|ayant une|ayant un',
  stop: "je|j'|tu|il|on|nous|vous|ils|le|la|les|l'|un|une|des|du|de|d'|à|au|aux|en|dans|sur|pour|par|avec|et|ou|que|qui|qu'|ce|c'|cet|cette|ces|mon|ma|mes|notre|nos|votre|se|s'|est|sont|ont|a|ai|avoir|être|cherche|cherchons|recherche|recherchons|chercher|trouver|trouve|veux|voudrais|voudrait|besoin|il me faut|faut|montre|moi|liste|donne|svp|stp|s'il vous plaît|merci|bonjour|salut|des gens|gens|quelqu'un|qqn|quelques|personne|personnes|influenceur|influenceurs|influenceuse|influenceuses|créateur|créateurs|créateur de contenu|créateurs de contenu|blogueur|blogueurs|bloggeur|bloggeurs|vlogueur|vlogueurs|compte|comptes|profil|profils|page|pages|chaîne|chaînes|contenu|ambassadeur|ambassadeurs|talent|talents|expert|experts|collab|collaboration|collaborations|partenariat|campagne|promo|promouvoir|lancement|ouverture|marque|nouveau|type|genre|style|plutôt|si possible|idéalement|très|trop|plus|moins|assez|bien|bon|bonne|sympa|tester|qui font|fait|font|faire|faisant|actuellement|cette semaine|aujourd'hui|moyenne|moyennes|en moyenne|taux|nombre|la vidéo|comme|même|semblable|semblables|similaire|similaires|y|d'abord|me|te|leur|leurs|son|sa|ses|elle|elles|lui|tous|tout|toute|toutes|là|ici|afin|mettre|petits|petit|petite|petites|comptes de|soit|d'au|jour|année|note|ayant|posent|spécialiste|spécialistes|spécialisé|amateur|amateurs|passionné|passionnés|réseaux|réseaux sociaux|sociaux|mon|resto pour|ville|on ouvre|nous ouvrons|ouvrons",
};
