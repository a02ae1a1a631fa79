import type { NicheWords } from '../rules.ts';

/** What people type for each niche, the name on the screen first. */
export const PT: NicheWords = {
  food: 'gastronomia, foodie, comida, food, gastronômico, gastronomico, influenciador gastronômico, blogueira de comida, onde comer, comer bem, comilão, comilona, culinário, foodlover',
  coffee: 'café, cafeteria, barista, café especial, cafés especiais, torrefação, latte art, espresso, coffee lover',
  tea: 'chá, casa de chá, matcha, bubble tea, chás, infusão',
  restaurants:
    'restaurantes, restaurante, crítico gastronômico, comer fora, boteco, bistrô, bar e restaurante, resenha de restaurante, rodízio, barzinho',
  brunch: 'brunch, café da manhã, pequeno-almoço, panqueca, tapioca',
  streetFood:
    'comida de rua, street food, food truck, hambúrguer, hamburgueria, lanches, cachorro-quente, fast food, pastel, lanchonete, kebab, burger',
  cooking:
    'receitas e culinária, receita, culinária, cozinhar, cozinheiro, cozinheira, chef, cozinha, receitas fáceis, comida caseira, marmita',
  bakery: 'padaria, pão, padeiro, padeira, fermentação natural, pães, panificação, croissant, levain',
  desserts:
    'doces e sobremesas, doce, sobremesa, confeitaria, confeiteiro, confeiteira, bolo, brigadeiro, sorvete, sorveteria, chocolate, boleira, docinhos, gelato',
  vegan: 'vegano, vegana, veganismo, comida vegana, plant based, receitas veganas, à base de plantas',
  vegetarian: 'vegetariano, vegetariana, sem carne, veggie, comida vegetariana',
  healthyFood:
    'alimentação saudável, comida saudável, comida fit, receitas fit, receitas saudáveis, comer saudável, low carb, fitfood',
  glutenFree: 'sem glúten, celíaco, celíaca, gluten free, sem lactose',
  halal: 'comida halal, halal, restaurante halal',
  wine: 'vinho, enologia, enólogo, sommelier, vinícola, vinhedo, adega, enoturismo, espumante, degustação de vinhos, vinhos naturais',
  beer: 'cerveja, cervejaria, cerveja artesanal, cervejeiro, cervejeira, chope, chopp, breja, pub',
  cocktails:
    'coquetéis, coquetel, coquetelaria, bartender, mixologia, drinks, barman, mixologista, caipirinha, cachaça, gin',
  barbecue: 'churrasco, churrasqueiro, churrascaria, bbq, grelhados, carnes, assador, parrilla, açougue',
  pizza:
    'pizza e cozinha italiana, pizza, pizzaria, pizzaiolo, massas, comida italiana, cantina italiana, restaurante italiano',
  asianFood:
    'comida asiática, sushi, ramen, lámen, comida japonesa, comida chinesa, comida coreana, comida tailandesa, restaurante japonês, comida indiana, poke',
  beauty:
    'beleza, blogueira de beleza, influenciadora de beleza, beauty, cosméticos, esteticista, estética, salão de beleza, cosmética, dicas de beleza',
  makeup: 'maquiagem, maquiadora, maquiador, makeup, maquilhagem, mua, batom, tutorial de maquiagem',
  skincare:
    'cuidados com a pele, skincare, cuidado com a pele, rotina facial, pele, acne, creme facial, protetor solar, limpeza de pele, sérum',
  hair: 'cabelo, cabeleireiro, cabeleireira, salão de cabeleireiro, cachos, cacheada, penteado, hair stylist, cabelos, cronograma capilar, tranças, mechas, capilar',
  barber: 'barbearia, barbeiro, barba, barber shop, corte masculino, cuidados masculinos',
  nails: 'unhas, manicure, nail art, nail designer, unhas em gel, esmalte, pedicure, alongamento de unhas',
  fragrance: 'perfumes, perfume, perfumaria, fragrância, fragrâncias, perfumes importados, perfumista',
  cleanBeauty:
    'cosméticos naturais, beleza natural, cosmético natural, beleza limpa, clean beauty, cosméticos veganos, cosméticos orgânicos',
  tattoos: 'tatuagens, tatuagem, tatuador, tatuadora, tattoo, piercing, estúdio de tatuagem',
  fashion:
    'moda, fashion, blogueira de moda, influenciadora de moda, fashionista, estilo, estilista, look do dia, ootd, looks, roupas, roupa, tendências de moda',
  womensFashion: 'moda feminina, roupas femininas, vestidos, vestido, moda mulher, look feminino',
  mensFashion: 'moda masculina, roupas masculinas, estilo masculino, alfaiate, alfaiataria, terno, moda homem',
  streetwear: 'streetwear, moda urbana, estilo urbano, street style, moda de rua',
  sneakers: 'tênis e calçados, sneakers, sapatos, calçados, sneakerhead, sapatilhas, sneaker',
  jewelry: 'joias, joia, joalheria, semijoias, bijuterias, brincos, relógios, colares, ourives, acessórios de moda',
  vintage: 'vintage e brechó, vintage, brechó, segunda mão, retrô, garimpo, desapego, antiguidades, enjoei',
  luxury: 'luxo, alta costura, marcas de luxo, moda de luxo, bolsas de grife, grife',
  modestFashion: 'moda modesta, hijab, moda evangélica, véu islâmico, abaya, modest fashion',
  plusSize: 'plus size, tamanhos grandes, curvy, body positive, gordinha, moda plus',
  kidsFashion: 'moda infantil, roupas infantis, roupa de bebê, roupa de criança, moda bebê, moda kids',
  fitness:
    'fitness, treino, treinar, personal trainer, crossfit, vida fit, exercício, treino em casa, educador físico, fitblogger, educadora física',
  yoga: 'yoga, ioga, professora de yoga, professor de yoga, estúdio de yoga, vinyasa, yogini',
  pilates: 'pilates, reformer, estúdio de pilates, professora de pilates, instrutora de pilates',
  running:
    'corrida, corrida de rua, corredor, corredora, maratona, meia maratona, correr, runner, maratonista, running',
  gym: 'academia e força, academia, musculação, maromba, fisiculturismo, hipertrofia, levantamento de peso, fisiculturista, ginásio, gym',
  wellness:
    'bem-estar, bem estar, vida saudável, autocuidado, wellness, qualidade de vida, estilo de vida saudável, holístico',
  nutrition: 'nutrição, nutricionista, nutri, dieta, emagrecer, emagrecimento, perder peso, suplementos',
  mentalHealth:
    'saúde mental, psicologia, psicólogo, psicóloga, terapia, terapeuta, ansiedade, autoconhecimento, desenvolvimento pessoal',
  meditation: 'meditação, mindfulness, meditar, atenção plena, respiração consciente',
  spa: 'spa e massagem, spa, massagem, massagista, massoterapeuta, sauna, termas, massoterapia',
  health:
    'saúde, médico, médica, medicina, enfermeira, enfermeiro, farmácia, farmacêutica, dentista, odontologia, fisioterapeuta, clínica, fisioterapia',
  sports:
    'esportes, esporte, desporto, atleta, atletismo, triatlo, vôlei, handebol, rugby, jornalista esportivo, esportivo, desportos',
  soccer: 'futebol, jogador de futebol, futsal, futebol feminino, torcedor, boleiro, pelada, jogadora de futebol',
  basketball: 'basquete, basquetebol, jogador de basquete, nba, basketball',
  tennis: 'tênis de quadra, tenista, tênis de mesa, badminton, beach tennis, ténis, ping pong, aula de tênis',
  padel: 'padel, pádel, jogador de padel, squash, pickleball, clube de padel',
  cycling: 'ciclismo, ciclista, bike, bicicleta, mtb, mountain bike, pedal, bicicletas',
  swimming: 'natação, nadador, nadadora, nadar, piscina, mergulho, águas abertas',
  climbing: 'escalada, escalador, escaladora, boulder, escalar, montanhismo, alpinismo',
  surfing:
    'surfe e esportes náuticos, surfe, surf, surfista, kitesurf, windsurf, stand up paddle, vela esportiva, canoagem',
  skiing: 'esqui e snowboard, esqui, esquiar, esquiador, snowboard, esportes de inverno, neve',
  martialArts:
    'artes marciais, luta, lutador, lutadora, boxe, jiu-jitsu, mma, judô, karatê, muay thai, capoeira, defesa pessoal, taekwondo',
  golf: 'golfe, golfista, campo de golfe, golf',
  horseRiding: 'equitação, cavalo, cavalos, hipismo, cavaleiro, amazona, haras, equestre, pônei',
  motorsport: 'automobilismo, fórmula 1, f1, rali, kart, stock car, piloto de corrida, motorsport',
  skateboarding: 'skate, skatista, skateboard, patins, patinação, longboard, pista de skate',
  travel:
    'viagem, viagens, viajar, viajante, blogueira de viagem, blog de viagem, turismo, férias, travel, mochilão, dicas de viagem, roteiros',
  localGuide:
    'guias locais, o que fazer, guia local, passeios, rolê, dicas da cidade, lugares escondidos, guia da cidade, rolês, passeio, o que visitar',
  hotels: 'hotéis, hotel, pousada, hospedagem, airbnb, resort, hotelaria, alojamento, hostel',
  budgetTravel:
    'viagem barata, viajar barato, viagens baratas, mochileiro, mochileira, passagens baratas, viajar sozinha, viajar sozinho',
  familyTravel:
    'viagem em família, viajar com crianças, viagens em família, férias em família, viagem com crianças, viajar em família',
  outdoors:
    'ar livre, natureza, aventura, outdoor, atividades ao ar livre, aventureiro, aventureira, fauna, ecoturismo',
  hiking: 'trilhas, trilha, trekking, caminhada, montanha, trilheiro, caminhadas, trilheira',
  camping: 'camping e motorhome, camping, acampamento, motorhome, vanlife, van life, barraca, acampar, kombi',
  fishing: 'pesca, pescador, pescadora, pescaria, pesca esportiva',
  home: 'casa, móveis, utensílios domésticos, enxoval, lar, casa nova, utilidades domésticas',
  interior:
    'decoração, decoração de interiores, design de interiores, designer de interiores, decoradora, decorador, decor, arquiteta de interiores, home staging',
  diy: 'faça você mesmo, diy, bricolagem, reforma, marcenaria, marceneiro, obra, reformas, carpintaria, faz você mesmo',
  gardening: 'jardinagem, jardim, jardineiro, horta, jardineira, paisagismo, horta em casa',
  plants: 'plantas, planta, plantas em casa, suculentas, plantinhas, urban jungle, plantas de interior',
  cleaning:
    'limpeza e organização, limpeza, organização da casa, personal organizer, faxina, faxineira, organizar a casa, dicas de limpeza, diarista',
  realEstate:
    'imóveis, imóvel, corretor de imóveis, corretora de imóveis, imobiliária, apartamento, apartamentos, imobiliário',
  family: 'família, vida em família, casal, família grande, familiar, avós, rotina em família',
  parenting:
    'maternidade e paternidade, mãe, pai, mães, pais, maternidade, paternidade, mamãe, papai, crianças, filhos, criação de filhos, mãe blogueira, maternidade real',
  babies: 'bebês, bebê, recém-nascido, amamentação, enxoval de bebê, carrinho de bebê, introdução alimentar, creche',
  pregnancy: 'gravidez, grávida, gestante, gestação, parto, futura mamãe, doula, parteira',
  kidsActivities:
    'atividades infantis, brinquedos, brinquedo, brincadeiras, atividades para crianças, montessori, jogos infantis, recreação infantil',
  pets: 'pets, pet, animais, animal, animais de estimação, veterinário, veterinária, pet shop, bichos',
  dogs: 'cachorros, cachorro, cachorra, cão, cães, filhote, adestrador, doguinho, dog, cadela',
  cats: 'gatos, gato, gata, gatinho, gateira, felino, gateiro',
  art: 'arte, artista, artistas, arte contemporânea, escultura, escultor, escultora, galeria de arte, artes plásticas',
  painting:
    'pintura e ilustração, pintura, pintor, pintora, desenho, ilustração, ilustrador, ilustradora, aquarela, desenhista, lettering',
  photography:
    'fotografia, fotógrafo, fotógrafa, retratos, ensaio fotográfico, fotografia de rua, fotografia de paisagem',
  videography:
    'vídeo, videomaker, edição de vídeo, filmmaker, drone, produção audiovisual, audiovisual, cineasta, editor de vídeo',
  design: 'design, designer, design gráfico, designer gráfico, arquitetura, arquiteto, arquiteta, tipografia',
  dance:
    'dança, dançarino, dançarina, bailarina, bailarino, dançar, coreógrafo, coreógrafa, escola de dança, samba, forró, balé',
  theater: 'teatro, ator, atriz, musical, ópera, artes cênicas, companhia de teatro',
  museums: 'museus e cultura, museu, cultura, exposição, exposições, patrimônio cultural, cultural, agenda cultural',
  crafts:
    'artesanato, artesã, artesão, feito à mão, velas artesanais, trabalhos manuais, handmade, sabonete artesanal, scrapbook',
  ceramics: 'cerâmica, ceramista, olaria, barro, argila, oleiro',
  knitting:
    'tricô e costura, tricô, costura, crochê, costureira, costurar, bordado, crocheteira, lã, tricotar, ateliê de costura',
  music:
    'música, músico, cantor, cantora, violonista, banda, compositor, guitarrista, violão, sertanejo, mpb, rock, pianista, música ao vivo',
  djs: 'dj e eletrônica, dj, música eletrônica, eletrônica, techno, house, produtor musical, rave',
  hipHop: 'hip-hop, rap, rapper, hip hop, trap, funk, freestyle, batalha de rima',
  entertainment: 'entretenimento, famosos, celebridades, cultura pop, televisão, fofoca, virais, subcelebridades',
  comedy: 'humor, humorista, comediante, engraçado, stand-up, memes, piadas, esquetes, comédia, zoeira',
  movies: 'filmes e séries, cinema, filmes, filme, séries, cinéfilo, crítico de cinema, netflix, cinéfila',
  books:
    'livros, livro, leitura, leitor, leitora, bookstagram, booktok, booktuber, escritor, escritora, autor, autora, literatura, livraria, romance, poesia',
  podcasts: 'podcasts, podcast, podcaster, rádio, radialista, locutor',
  anime: 'anime e cosplay, anime, mangá, cosplay, cosplayer, otaku, quadrinhos, hq, k-pop',
  gaming:
    'games, videogame, videogames, gamer, streamer, jogos, gaming, twitch, playstation, xbox, nintendo, minecraft, jogador de videogame',
  esports: 'e-sports, esports, esport, jogador profissional, league of legends, free fire, valorant',
  boardGames: 'jogos de tabuleiro, jogo de tabuleiro, xadrez, rpg de mesa, quebra-cabeça, jogos de cartas, lego',
  tech: 'tecnologia, tech, tecnológico, informática, software, inovação, aplicativos, apps, ti',
  gadgets:
    'gadgets e celulares, gadget, celular, celulares, smartphone, unboxing, iphone, eletrônicos, casa inteligente',
  ai: 'inteligência artificial, ia, chatgpt, ia generativa, machine learning, ferramentas de ia',
  programming:
    'programação, programador, programadora, desenvolvedor, desenvolvedora, desenvolvimento web, dev, código, programar',
  business:
    'negócios, negócio, empreendedor, empreendedora, empreendedorismo, startup, pequenos negócios, empresa, empresário, empresária, mei, e-commerce, empreender',
  finance:
    'finanças, finanças pessoais, dinheiro, investimento, investimentos, investir, investidor, bolsa de valores, cripto, criptomoedas, economizar, bitcoin, seguros, educação financeira',
  marketing:
    'marketing, marketing digital, social media, publicidade, copywriter, seo, publicitária, publicitário, gestor de tráfego',
  careers:
    'emprego e carreira, carreira, emprego, vagas, recursos humanos, mentora de carreira, trabalho remoto, home office, freelancer, concurso público, concurseira',
  education:
    'educação, professor, professora, escola, estudante, estudar, estudos, universidade, vestibular, enem, aula, pedagoga, studygram, história',
  languageLearning:
    'idiomas, idioma, aprender inglês, professor de inglês, professora de inglês, curso de inglês, poliglota, línguas',
  science:
    'ciência, cientista, divulgação científica, divulgador científico, física, biologia, astronomia, química, divulgadora científica',
  cars: 'carros, carro, automóvel, automotivo, auto, carro elétrico, oficina mecânica, tuning, mecânico, carrões',
  motorcycles: 'motos, moto, motociclista, motocicleta, motoqueiro, scooter, motociclismo',
  events: 'eventos, evento, festival, cerimonialista, organizadora de eventos, produtor de eventos, feiras, congressos',
  weddings:
    'casamentos, casamento, noiva, noivas, noivo, wedding planner, vestido de noiva, fotógrafo de casamento, madrinha',
  parties:
    'festas e aniversários, festa, aniversário, festa infantil, balões, decoração de festas, chá de bebê, buffet infantil, chá revelação',
  concerts: 'shows e concertos, show, shows, concerto, festivais, festival de música, show ao vivo',
  nightlife: 'vida noturna, balada, bar, bares, boate, baladas, casa noturna, rooftop',
  flowers: 'flores, flor, florista, floricultura, buquê, arranjos florais, floral',
  sustainability:
    'sustentabilidade, sustentável, ecologia, ecológico, lixo zero, zero waste, meio ambiente, clima, consumo consciente, moda sustentável, reciclagem',
  lifestyle:
    'lifestyle, estilo de vida, vlog, vlogger, vlogueira, dia a dia, rotina, vida real, minimalismo, produtividade, motivação',
  spirituality:
    'espiritualidade, astrologia, tarô, horóscopo, espiritual, religião, fé, signos, evangélico, gospel, católico',
  shopping:
    'compras e ofertas, compras, ofertas, promoções, promoção, desconto, descontos, cupom, achadinhos, comprinhas, haul, presentes, shopping',
};
